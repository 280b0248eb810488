import { Check, CheckCheck, ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Finding } from './attention.queries.ts'
import { Count } from './stat-cards.tsx'
import styles from './attention.module.css'

/** What needs the admin: the number of records of each kind, which links to exactly these. */
export function Attention({ findings }: { findings: readonly Finding[] }) {
  return (
    <Panel aria-labelledby="attention" className={styles['panel']}>
      <h2 id="attention">Needs attention</h2>
      {findings.every(({ count }) => count === 0) ? (
        <EmptyState icon={<CheckCheck />} title="Nothing needs you." />
      ) : (
        <ul className={styles['findings']}>
          {findings.map((finding) => (
            <li key={finding.label}>
              {finding.count ? (
                <Link to={finding.to} className={styles['finding']}>
                  <FindingText {...finding} />
                  <ChevronRight className="no-print" />
                </Link>
              ) : (
                <p className={styles['finding']}>
                  <FindingText {...finding} />
                  {finding.count === 0 ? <Check /> : <span />}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function FindingText({ kind, label, count, failed }: Finding) {
  const Icon = RECORD_KINDS[kind].icon
  return (
    <>
      <Icon />
      <span className={styles['label']}>{label}</span>{' '}
      <strong>
        <Count value={count} failed={failed} width="2rem" />
      </strong>
    </>
  )
}
