import type { UserSummary } from '@rapport/core/entities/users/user.ts'
import { TIER_ROLES, toPercent } from '@rapport/core/statistics/summary.ts'
import { Link } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { formatNumber } from '#ui/primitives/display-text.ts'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import type { SignUpComparison, SignUps } from './dashboard.queries.ts'
import styles from './stat-cards.module.css'

const ALL_USERS = `${paths.users}?range=all`

/** Paths of the lists of the users behind each count. */
export const USER_LIST_PATHS = {
  total: ALL_USERS,
  active: `${ALL_USERS}&status=active`,
  pro: `${ALL_USERS}&role=${TIER_ROLES.pro}`,
  basic: `${ALL_USERS}&role=${TIER_ROLES.basic}`,
} as const

interface Props {
  summary: UserSummary | undefined
  /** Whether the summary failed to load. */
  failed: boolean
  signUps: SignUps | undefined
  /** Label of the range, such as `30 days`. */
  range: string
}

/** Four counts of users (specification, section 2: dashboard), and how many of them joined in the range. */
export function StatCards({ summary, failed, signUps, range }: Props) {
  return (
    <ul className={styles['cards']} aria-busy={!summary && !failed}>
      <Card
        label="Total Users"
        count={summary?.total}
        failed={failed}
        to={USER_LIST_PATHS.total}
        trend={signUps?.total.counts}
        note={joinedNote(signUps?.total, range)}
      />
      <Card
        label="Active Users"
        count={summary?.active}
        failed={failed}
        to={USER_LIST_PATHS.active}
        share={summary && toPercent(summary.active, summary)}
        note={summary && `${toPercent(summary.active, summary)}% of all users`}
      />
      {(['pro', 'basic'] as const).map((tier) => (
        <Card
          key={tier}
          label={tier === 'pro' ? 'Pro Users' : 'Basic Users'}
          tone={tier}
          count={summary?.[tier]}
          failed={failed}
          to={USER_LIST_PATHS[tier]}
          trend={signUps?.[tier].counts}
          note={joinedNote(signUps?.[tier], range)}
        />
      ))}
    </ul>
  )
}

function joinedNote(joined: SignUpComparison | undefined, range: string): string | undefined {
  return joined && `+${formatNumber(joined.count)} in ${range}`
}

interface CardProps {
  label: string
  tone?: 'pro' | 'basic'
  /** Undefined while loading and after a failure. */
  count: number | undefined
  failed: boolean
  to: string
  /** Numbers of users who joined in each column of the range. */
  trend?: readonly number[] | undefined
  /** Percentage of all users, drawn as a bar. */
  share?: number | undefined
  note: string | undefined
}

function Card({ label, tone, count, failed, to, trend, share, note }: CardProps) {
  return (
    <li>
      <Panel>
        <div className={classNames(styles['card'], tone && styles[tone])}>
          <Link to={to} className={styles['link']}>
            <span className={classNames(styles['label'], tone && `${tone}-dot`)}>{label}</span>
            <span className={styles['count']}>
              {count === undefined ? <NumberPlaceholder failed={failed} width="4rem" /> : formatNumber(count)}
            </span>
          </Link>
          {trend && <Sparkline counts={trend} />}
          {share !== undefined && (
            <span className={styles['share']} aria-hidden="true">
              <span style={{ width: `${share}%` }} />
            </span>
          )}
          <p className={styles['note']}>{failed ? <span className="visually-hidden">Not loaded</span> : note}</p>
        </div>
      </Panel>
    </li>
  )
}

/** A line of the range's running total, which starts at 0. Hidden if it stays there, or for one column. */
function Sparkline({ counts }: { counts: readonly number[] }) {
  const totals = runningTotals(counts)
  const last = totals.at(-1) ?? 0
  if (last === 0 || counts.length < 2) return null
  const points = totals.map((total, index) => `${(index / counts.length) * 100},${(1 - total / last) * 100}`)
  return (
    <svg className={styles['sparkline']} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

function runningTotals(counts: readonly number[]): number[] {
  let total = 0
  return [total, ...counts.map((count) => (total += count))]
}

interface NumberPlaceholderProps {
  /** Whether the number failed to load. */
  failed: boolean
  width: string
}

/** The placeholder of a number: a skeleton while it loads, a dash if it failed. */
export function NumberPlaceholder({ failed, width }: NumberPlaceholderProps) {
  return failed ? <span className={styles['dash']}>–</span> : <Skeleton width={width} />
}
