import type { UserSummary } from '@rapport/core/users/user.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Panel } from '#ui/layout/panel.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import { numberText } from './number-text.ts'
import { Change } from './change.tsx'
import type { Joined, SignUps } from './dashboard.queries.ts'
import styles from './stat-cards.module.css'
import { USER_LISTS } from './user-lists.ts'

interface Props {
  summary: UserSummary | undefined
  signUps: SignUps | undefined
  /** The range in words, such as `30 days`. */
  range: string
}

/** The four counts of all users (specification, section 2), and how many of them joined in the range. */
export function StatCards({ summary, signUps, range }: Props) {
  const joined = (counts: Joined | undefined) => counts && <JoinedNote joined={counts} range={range} />
  return (
    <ul className={styles['cards']} aria-busy={!summary}>
      <Card label="Total Users" count={summary?.total} to={USER_LISTS.total} note={joined(signUps?.total)} />
      <Card
        label="Active Users"
        count={summary?.active}
        to={USER_LISTS.active}
        note={summary && `${percentOf(summary.active, summary.total)}% of all users`}
      />
      <Card label="Pro Users" tone="pro" count={summary?.pro} to={USER_LISTS.pro} note={joined(signUps?.pro)} />
      <Card
        label="Basic Users"
        tone="basic"
        count={summary?.basic}
        to={USER_LISTS.basic}
        note={joined(signUps?.basic)}
      />
    </ul>
  )
}

function JoinedNote({ joined, range }: { joined: Joined; range: string }) {
  return (
    <>
      {`+${numberText(joined.count)} in ${range} `}
      <Change joined={joined} />
    </>
  )
}

function percentOf(count: number, total: number): number {
  return total === 0 ? 0 : Math.round((count / total) * 100)
}

interface CardProps {
  label: string
  tone?: 'pro' | 'basic'
  /** Undefined while it loads. */
  count: number | undefined
  to: string
  note: ReactNode
}

function Card({ label, tone, count, to, note }: CardProps) {
  return (
    <li>
      <Panel>
        <div className={styles['card']}>
          <Link to={to} className={styles['link']}>
            <span className={classNames(styles['label'], tone && styles[tone])}>{label}</span>
            <span className={styles['count']}>
              {count === undefined ? <Skeleton width="4rem" /> : numberText(count)}
            </span>
          </Link>
          <p className={styles['note']}>{note}</p>
        </div>
      </Panel>
    </li>
  )
}
