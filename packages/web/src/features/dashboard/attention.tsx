import { Check, CheckCheck, ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { formatNumber } from '#ui/primitives/display-text.ts'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import type { Finding } from './attention.queries.ts'
import styles from './attention.module.css'

interface Props {
  findings: readonly Finding[]
  /** Whether some of the records failed to load. */
  failed: boolean
}

/** What needs the admin: the number of records of each kind, which links to exactly these. */
export function Attention({ findings, failed }: Props) {
  return (
    <Panel aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      {findings.every(({ count }) => count === 0) ? (
        <EmptyState icon={<CheckCheck />} title="Nothing needs you." />
      ) : (
        <ul className={styles['findings']}>
          {findings.map(({ kind, label, to, count }) => {
            const Icon = RECORD_KINDS[kind].icon
            const content = (
              <>
                <Icon />
                <span className={styles['label']}>{label}</span>{' '}
                <strong>{count === undefined ? failed ? '–' : <Skeleton width="2rem" /> : formatNumber(count)}</strong>
              </>
            )
            return (
              <li key={label}>
                {count ? (
                  <Link to={to} className={styles['finding']}>
                    {content}
                    <ChevronRight className="no-print" />
                  </Link>
                ) : (
                  <p className={styles['finding']}>
                    {content}
                    {count === 0 ? <Check /> : <span />}
                  </p>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
