import type { UserSummary } from '@rapport/core/entities/users/user.ts'
import { TIER_ROLES } from '@rapport/core/statistics/summary.ts'
import { Link } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { formatNumber } from '#ui/primitives/display-text.ts'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import type { SignUps } from './dashboard.queries.ts'
import styles from './stat-cards.module.css'

const ALL_USERS = `${paths.users}?range=all`

/** Paths of the lists of the users behind each count. */
export const USER_LIST_PATHS = {
  total: ALL_USERS,
  active: `${ALL_USERS}&status=active`,
  notActive: `${ALL_USERS}&status=not-active`,
  pro: `${ALL_USERS}&role=${TIER_ROLES.pro}`,
  basic: `${ALL_USERS}&role=${TIER_ROLES.basic}`,
  none: `${ALL_USERS}&role=no-plan`,
  notCompleted: `${ALL_USERS}&profile=no`,
  underAge: `${ALL_USERS}&age_to=15&age_not_set=true`,
} as const

interface Props {
  summary: UserSummary | undefined
  /** Whether the summary failed to load. */
  failed: boolean
  signUps: SignUps | undefined
  /** Label of the range, such as `30 days`. */
  range: string
}

/** Four counts of users (specification, section 2: dashboard), each with a number that stands nowhere else. */
export function StatCards({ summary, failed, signUps, range }: Props) {
  const card = (label: string, name: 'total' | 'active' | 'pro' | 'basic', note: string | undefined) => (
    <li>
      <Panel className={styles['card']}>
        <Link to={USER_LIST_PATHS[name]} className={styles['link']}>
          <span className={classNames('note row', name === 'pro' && 'pro-dot', name === 'basic' && 'basic-dot')}>
            {label}
          </span>
          {failed ? (
            <span className="note">Not loaded</span>
          ) : (
            <span className="figure">{summary ? formatNumber(summary[name]) : <Skeleton width="4rem" />}</span>
          )}
        </Link>
        <p className={styles['note']}>{note}</p>
      </Panel>
    </li>
  )
  const joined = (tier: 'pro' | 'basic') => signUps && `+${formatNumber(signUps[tier].count)} in ${range}`
  return (
    <ul className={styles['cards']} aria-busy={!summary && !failed}>
      {card('Total Users', 'total', signUps && `${formatNumber(signUps.today)} joined today`)}
      {card('Active Users', 'active', summary && `${formatNumber(summary.total - summary.active)} not active`)}
      {card('Pro Users', 'pro', joined('pro'))}
      {card('Basic Users', 'basic', joined('basic'))}
    </ul>
  )
}
