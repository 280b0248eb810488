import type { UserSummary } from '@rapport/core/entities/users/user.ts'
import { toPercent } from '@rapport/core/statistics/summary.ts'
import { Link } from 'react-router-dom'
import { Panel } from '#ui/layout/panel.tsx'
import { Count, USER_LIST_PATHS } from './stat-cards.tsx'
import styles from './overviews.module.css'

interface Props {
  summary: UserSummary | undefined
  /** Whether the summary failed to load. */
  failed: boolean
}

/** The shares of Basic and Pro, as a ring and in percent (specification, section 2: dashboard), and the rest. */
export function UserOverview({ summary, failed }: Props) {
  const share = (tier: 'basic' | 'pro' | 'none') => (summary?.total ? (summary[tier] / summary.total) * 100 : 0)
  return (
    <Panel aria-labelledby="user-overview" className={styles['overview']}>
      <h2 id="user-overview">User Overview</h2>
      <div className={styles['shares']}>
        <svg viewBox="0 0 40 40" className={styles['ring']} aria-hidden="true">
          <circle cx="20" cy="20" r="16" className={styles[share('none') > 0 ? 'none' : 'whole']} />
          {(['basic', 'pro'] as const).map((tier) => (
            <circle
              key={tier}
              cx="20"
              cy="20"
              r="16"
              pathLength="100"
              className={styles[tier]}
              strokeDasharray={`${share(tier)} 100`}
              strokeDashoffset={tier === 'pro' ? -share('basic') : 0}
            />
          ))}
        </svg>
        <dl className={styles['percent']}>
          {(['basic', 'pro'] as const).map((tier) => (
            <div key={tier}>
              <dt className={`note row ${tier}-dot`}>{tier === 'basic' ? 'Basic Plan' : 'Pro Plan'}</dt>
              <dd className="figure">
                <Count value={summary && toPercent(summary[tier], summary)} failed={failed} width="3rem" unit="%" />
              </dd>
            </div>
          ))}
          {share('none') > 0 && (
            <div className="note">
              <dt className="row no-tier-dot">Users with no plan</dt>
              <dd>{summary && `${toPercent(summary.none, summary)}%`}</dd>
            </div>
          )}
        </dl>
      </div>
      <p className="note">Pro: users with the role Admin. Basic: users with the role User.</p>
    </Panel>
  )
}

const BARS = [
  { label: 'Total User', name: 'total' },
  { label: 'Pro Plan', name: 'pro' },
  { label: 'Basic Plan', name: 'basic' },
  { label: 'Users with no plan', name: 'none' },
] as const

/** The number of users in each tier, as bars (specification, section 2: dashboard). */
export function SubscriptionOverview({ summary, failed }: Props) {
  return (
    <Panel aria-labelledby="subscription-overview" className={styles['overview']}>
      <h2 id="subscription-overview">Subscription Overview</h2>
      <dl className={styles['bars']}>
        {BARS.map(({ label, name }) => (
          <div key={name} className={styles['bar']}>
            <dt>{label}</dt>
            <dd>
              {summary ? (
                <Link to={USER_LIST_PATHS[name]}>
                  <Count value={summary[name]} failed={failed} width="2.5rem" />
                </Link>
              ) : (
                <Count value={undefined} failed={failed} width="2.5rem" />
              )}
            </dd>
            <dd className={styles['track']} aria-hidden="true">
              <span
                className={styles[name]}
                style={{ width: `${summary?.total ? (summary[name] / summary.total) * 100 : 0}%` }}
              />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
