import { CreditCard, Sparkles, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '#lib/paths.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
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

export function PositionsPage() {
  return (
    <Upcoming
      title="Positions"
      icon={Sparkles}
      lead="Everything your users can discover, in one gallery."
      points={[
        'Cards with picture, category and benefits',
        'Search by name, or show a single category',
        'Add and edit with photo, tips, challenges and safety tips',
      ]}
    />
  )
}

export function SubscriptionPage() {
  return (
    <Upcoming
      title="Subscription Plans"
      icon={CreditCard}
      lead="The plans that your users can buy in the store."
      points={[
        'Price, currency and billing cycle of each plan',
        'Free trial days, where a plan has them',
        'Add, edit and delete plans',
      ]}
    />
  )
}
