import type { UserSummary } from '@rapport/core/entities/users/user.ts'
import { toPercent } from '@rapport/core/statistics/summary.ts'
import { Link } from 'react-router-dom'
import { Panel } from '#ui/layout/panel.tsx'
import { formatNumber } from '#ui/primitives/display-text.ts'
import { NumberPlaceholder, USER_LIST_PATHS } from './stat-cards.tsx'
import styles from './overviews.module.css'

interface Props {
  summary: UserSummary | undefined
  /** Whether the summary failed to load. */
  failed: boolean
}

/** The shares of the tiers as a bar, and their counts (specification, section 2: dashboard). */
export function Overviews(props: Props) {
  return (
    <Panel>
      <div className={styles['overviews']}>
        <UserOverview {...props} />
        <SubscriptionOverview {...props} />
      </div>
    </Panel>
  )
}

const TIERS = [
  { tier: 'basic', label: 'Basic Plan', dot: 'basic-dot' },
  { tier: 'pro', label: 'Pro Plan', dot: 'pro-dot' },
  { tier: 'none', label: 'No plan', dot: 'no-tier-dot' },
] as const

function UserOverview({ summary, failed }: Props) {
  return (
    <section aria-labelledby="user-overview" className={styles['overview']}>
      <h2 id="user-overview">User Overview</h2>
      <div className={styles['split']} aria-hidden="true">
        {TIERS.map(({ tier }) =>
          // A tier without users would leave a gap in the bar.
          summary?.[tier] ? <span key={tier} className={styles[tier]} style={{ flexGrow: summary[tier] }} /> : null,
        )}
      </div>
      <dl className={styles['shares']}>
        {TIERS.map(({ tier, label, dot }) => (
          <div key={tier}>
            <dt className={`row ${dot}`}>{label}</dt>
            <dd>
              {summary ? `${toPercent(summary[tier], summary)}%` : <NumberPlaceholder failed={failed} width="3rem" />}
            </dd>
          </div>
        ))}
      </dl>
      <p className="note">Pro: users with the role Admin. Basic: users with the role User.</p>
    </section>
  )
}

const BARS = [
  { label: 'Total User', name: 'total', to: USER_LIST_PATHS.total },
  { label: 'Pro Plan', name: 'pro', to: USER_LIST_PATHS.pro },
  { label: 'Basic Plan', name: 'basic', to: USER_LIST_PATHS.basic },
  { label: 'Users with no plan', name: 'none', to: undefined },
] as const

function SubscriptionOverview({ summary, failed }: Props) {
  return (
    <section aria-labelledby="subscription-overview" className={styles['overview']}>
      <h2 id="subscription-overview">Subscription Overview</h2>
      <dl className={styles['bars']}>
        {BARS.map(({ label, name, to }) => (
          <div key={name} className={styles['bar']}>
            <dt>{label}</dt>
            <dd className={styles['count']}>
              {!summary ? (
                <NumberPlaceholder failed={failed} width="2.5rem" />
              ) : to === undefined ? (
                formatNumber(summary[name])
              ) : (
                <Link to={to}>{formatNumber(summary[name])}</Link>
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
    </section>
  )
}
