import { planPercentages } from '@rapport/core/statistics/summary.ts'
import type { UserSummary } from '@rapport/core/users/user.ts'
import { Crown, UserCheck, UserRound, UsersRound, type LucideIcon } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { LoadError } from '#ui/feedback/load-error.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import styles from './dashboard-page.module.css'
import { useUserSummary } from './dashboard.queries.ts'
import { SignUps } from './sign-ups.tsx'

const allUsers = `${paths.users}?range=all`
const LISTS = {
  total: allUsers,
  active: `${allUsers}&status=active`,
  pro: `${allUsers}&role=admin`,
  basic: `${allUsers}&role=user`,
} as const

interface Props {
  /** The panel of recent users, which belongs to another feature. */
  recentUsers: ReactNode
}

/** The dashboard (specification, section 2). */
export function DashboardPage({ recentUsers }: Props) {
  const { summary, error, retrying, retry } = useUserSummary()
  const numbers = useRef<HTMLDivElement>(null)
  const reload = () => {
    // The button goes with the error.
    numbers.current?.focus()
    void retry()
  }
  return (
    <>
      <PageHeader title="Dashboard" />
      <div ref={numbers} tabIndex={-1} className={styles['numbers']}>
        {error && !summary ? (
          <LoadError messageKey="listUsers" error={error} busy={retrying} onRetry={reload} />
        ) : (
          <>
            <ul className={styles['cards']} aria-busy={!summary}>
              <Card label="Total Users" icon={UsersRound} count={summary?.total} to={LISTS.total} />
              <Card label="Active Users" icon={UserCheck} count={summary?.active} to={LISTS.active} />
              <Card label="Pro Users" icon={Crown} count={summary?.pro} to={LISTS.pro} />
              <Card label="Basic Users" icon={UserRound} count={summary?.basic} to={LISTS.basic} />
            </ul>
            <div className={styles['overviews']}>
              <UserOverview summary={summary} />
              <SubscriptionOverview summary={summary} />
            </div>
          </>
        )}
      </div>
      <div className={styles['below']}>
        <SignUps />
        {recentUsers}
      </div>
    </>
  )
}

const count = new Intl.NumberFormat('en-US')

interface CardProps {
  label: string
  icon: LucideIcon
  /** Undefined while it loads. */
  count: number | undefined
  to: string
}

function Card({ label, icon: Icon, count: value, to }: CardProps) {
  return (
    <li className={styles['card']}>
      <span className={styles['cardIcon']} aria-hidden="true">
        <Icon />
      </span>
      <Link to={to} className={styles['cardLink']}>
        <span className={styles['cardLabel']}>{label}</span>
        <span className={styles['cardCount']}>
          {value === undefined ? <Skeleton width="4rem" /> : count.format(value)}
        </span>
      </Link>
    </li>
  )
}

function UserOverview({ summary }: { summary: UserSummary | undefined }) {
  const shares = summary && planPercentages(summary)
  const rest = shares && Math.max(0, 100 - shares.basic - shares.pro)
  return (
    <Panel aria-labelledby="user-overview">
      <div className={styles['overview']}>
        <h2 id="user-overview">User Overview</h2>
        <div className={styles['split']} aria-hidden="true">
          <span className={styles['splitBasic']} style={{ flexGrow: shares?.basic ?? 0 }} />
          <span className={styles['splitPro']} style={{ flexGrow: shares?.pro ?? 0 }} />
          <span style={{ flexGrow: rest ?? 100 }} />
        </div>
        <dl className={styles['shares']}>
          <Share label="Basic Plan" tone="basic" percent={shares?.basic} to={LISTS.basic} />
          <Share label="Pro Plan" tone="pro" percent={shares?.pro} to={LISTS.pro} />
        </dl>
        <p className={styles['explanation']}>
          Pro are users with the role Admin, Basic those with the role User.
          {summary !== undefined &&
            summary.none > 0 &&
            ` The ${rest ? 'grey ' : ''}rest, ${restOf(summary)}, has no plan.`}
        </p>
      </div>
    </Panel>
  )
}

/** The share of users without a plan; a share that rounds to 0% is called less than 1%. */
function restOf({ none, total }: UserSummary): string {
  const percent = Math.round((none / total) * 100)
  return percent === 0 ? 'less than 1%' : `${percent}%`
}

interface ShareProps {
  label: string
  tone: 'basic' | 'pro'
  percent: number | undefined
  to: string
}

function Share({ label, tone, percent, to }: ShareProps) {
  return (
    <div className={styles['share']}>
      <dt className={styles[tone]}>{label}</dt>
      <dd>{percent === undefined ? <Skeleton width="3rem" /> : <Link to={to}>{`${percent}%`}</Link>}</dd>
    </div>
  )
}

function SubscriptionOverview({ summary }: { summary: UserSummary | undefined }) {
  const bars = [
    { label: 'Total User', value: summary?.total, tone: 'total', to: LISTS.total },
    { label: 'Pro Plan', value: summary?.pro, tone: 'pro', to: LISTS.pro },
    { label: 'Basic Plan', value: summary?.basic, tone: 'basic', to: LISTS.basic },
    { label: 'Users with no plan', value: summary?.none, tone: 'none', to: undefined },
  ] as const
  return (
    <Panel aria-labelledby="subscription-overview">
      <div className={styles['overview']}>
        <h2 id="subscription-overview">Subscription Overview</h2>
        <dl className={styles['bars']}>
          {bars.map(({ label, value, tone, to }) => (
            <div key={label} className={styles['bar']}>
              <dt>{label}</dt>
              <dd className={styles['barCount']}>
                {value === undefined ? (
                  <Skeleton width="2.5rem" />
                ) : to === undefined ? (
                  count.format(value)
                ) : (
                  <Link to={to}>{count.format(value)}</Link>
                )}
              </dd>
              <dd className={styles['track']} aria-hidden="true">
                <span className={styles[tone]} style={{ width: `${share(value, summary?.total)}%` }} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  )
}

function share(value: number | undefined, total: number | undefined): number {
  return value === undefined || !total ? 0 : (value / total) * 100
}
