import { Bell, LayoutDashboard, Settings, UserRound, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '#lib/paths.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { PublicFrame } from '#ui/public-frame.tsx'
import styles from './upcoming-pages.module.css'

interface UpcomingProps {
  title: string
  icon: LucideIcon
  lead: string
  points: readonly string[]
}

/** Says what a screen will do. */
function Upcoming({ title, icon: Icon, lead, points }: UpcomingProps) {
  return (
    <>
      <PageHeader title={title} />
      <div className={styles['panel']}>
        <Panel aria-label="Coming soon">
          <div className={styles['body']}>
            <span className={styles['icon']} aria-hidden="true">
              <Icon />
            </span>
            <p className={styles['soon']}>Coming soon</p>
            <p className={styles['lead']}>{lead}</p>
            <ul className={styles['points']}>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
            <p className={styles['meanwhile']}>
              Ready today: <Link to={paths.users}>find and manage users</Link>
            </p>
          </div>
        </Panel>
      </div>
    </>
  )
}

export function DashboardPage() {
  return (
    <Upcoming
      title="Dashboard"
      icon={LayoutDashboard}
      lead="Your app at a glance, every morning."
      points={[
        'Total, active, Pro and Basic users in four cards',
        'The share of each plan, drawn as bars',
        'The newest users, one click from the full list',
      ]}
    />
  )
}

export function ProfilePage() {
  return (
    <Upcoming
      title="My Profile"
      icon={UserRound}
      lead="Your own name, email and password."
      points={['Change your first and last name', 'Change the email you sign in with', 'Choose a new password']}
    />
  )
}

export function SettingsPage() {
  return (
    <Upcoming
      title="Settings"
      icon={Settings}
      lead="Make the console look like yours."
      points={['Your own logo', 'Theme colours', 'Font and text sizes, with a preview']}
    />
  )
}

export function NotificationsPage() {
  return (
    <Upcoming
      title="Notifications"
      icon={Bell}
      lead="What has happened while you were away."
      points={['The latest notices in one list', 'Star what matters', 'Delete what is done']}
    />
  )
}

function BackToSignIn() {
  return (
    <p className={styles['back']}>
      <Link to={paths.signIn}>Back to sign in</Link>
    </p>
  )
}

export function ForgotPasswordPage() {
  return (
    <PublicFrame
      title="Forgot password"
      intro="Soon you can enter your email here and receive a one-time code that lets you choose a new password."
    >
      <BackToSignIn />
    </PublicFrame>
  )
}

export function OneTimeCodePage() {
  return (
    <PublicFrame
      title="Enter your code"
      intro="Soon this is where the six digits from your email go, before you choose a new password."
    >
      <BackToSignIn />
    </PublicFrame>
  )
}

export function ResetPasswordPage() {
  return (
    <PublicFrame
      title="Reset password"
      intro="Soon you can choose your new password here, after you entered your code."
    >
      <BackToSignIn />
    </PublicFrame>
  )
}

export function PrivacyPolicyPage() {
  return (
    <PublicFrame
      title="Privacy policy"
      intro="This page will say which data the app collects, who processes it, how long it is kept, and whom to ask about it."
    >
      <BackToSignIn />
    </PublicFrame>
  )
}

export function SupportPage() {
  return (
    <PublicFrame
      title="Support"
      intro="This page will say how to reach us by phone and email, and when to expect an answer."
    >
      <BackToSignIn />
    </PublicFrame>
  )
}
