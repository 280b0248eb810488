import type { UserSummary } from '@rapport/core/entities/users/user.ts'
import { toPercent } from '@rapport/core/statistics/summary.ts'
import { Link } from 'react-router-dom'
import { Panel } from '#ui/layout/panel.tsx'
import { formatNumber } from '#ui/primitives/display-text.ts'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import { USER_LIST_PATHS } from './stat-cards.tsx'
import styles from './overviews.module.css'

interface Props {
  summary: UserSummary | undefined
  /** Whether the summary failed to load. */
  failed: boolean
}

/** The shares of Basic and Pro, as a ring and in percent (specification, section 2: dashboard), and the rest. */
export function UserOverview({ summary, failed }: Props) {
  const basic = share(summary, 'basic')
  const none = share(summary, 'none')
  const colours = `var(--chart-basic) ${basic}%, var(--chart-pro) 0 ${basic + share(summary, 'pro')}%`
  const rest = none > 0 ? 'var(--text-subtle)' : 'var(--neutral-soft)'
  return (
    <Panel aria-labelledby="user-overview">
      <h2 id="user-overview">User Overview</h2>
      {failed ? (
        <p className="note">Not loaded</p>
      ) : (
        <div className={styles['shares']}>
          <span className={styles['ring']} style={{ background: `conic-gradient(${colours}, ${rest} 0)` }} />
          <dl className={styles['percent']}>
            {(['basic', 'pro'] as const).map((tier) => (
              <div key={tier}>
                <dt className={`note row ${tier}-dot`}>{tier === 'basic' ? 'Basic Plan' : 'Pro Plan'}</dt>
                <dd className="figure">
                  {summary ? `${toPercent(summary[tier], summary)}%` : <Skeleton width="3rem" />}
                </dd>
              </div>
            ))}
            {none > 0 && (
              <div className="note">
                <dt className="row no-tier-dot">Users with no plan</dt>
                <dd>{summary && `${toPercent(summary.none, summary)}%`}</dd>
              </div>
            )}
          </dl>
        </div>
      )}
      <p className="note">Pro: users with the role Admin. Basic: users with the role User.</p>
    </Panel>
  )
}

const BARS = {
  total: { label: 'Total User', colour: 'var(--text)' },
  pro: { label: 'Pro Plan', colour: 'var(--chart-pro)' },
  basic: { label: 'Basic Plan', colour: 'var(--chart-basic)' },
  none: { label: 'Users with no plan', colour: 'var(--text-subtle)' },
} as const

/** The number of users in each tier, as bars (specification, section 2: dashboard). */
export function SubscriptionOverview({ summary, failed }: Props) {
  return (
    <Panel aria-labelledby="subscription-overview">
      <h2 id="subscription-overview">Subscription Overview</h2>
      {failed ? (
        <p className="note">Not loaded</p>
      ) : (
        <dl className={styles['bars']}>
          {(['total', 'pro', 'basic', 'none'] as const).map((name) => (
            <div key={name} className={styles['bar']}>
              <dt>{BARS[name].label}</dt>
              <dd>
                {summary ? (
                  <Link to={USER_LIST_PATHS[name]}>{formatNumber(summary[name])}</Link>
                ) : (
                  <Skeleton width="2.5rem" />
                )}
              </dd>
              <dd className={styles['track']} aria-hidden="true">
                <span style={{ width: `${share(summary, name)}%`, background: BARS[name].colour }} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}

/** Returns the share of a tier in percent, not rounded. */
function share(summary: UserSummary | undefined, tier: keyof typeof BARS): number {
  return summary?.total ? (summary[tier] / summary.total) * 100 : 0
}
