import { Notice } from '#ui/feedback/notice.tsx'
import styles from './import-result.module.css'
import type { RowCounts } from './row-state.ts'

interface Props {
  counts: RowCounts
  /** Number of rows that can be sent again as they are. */
  pending: number
}

/** Summary of the last run. */
export function ImportResult({ counts, pending }: Props) {
  const { created = 0, updated = 0, unchanged = 0, problem = 0, skipped = 0 } = counts
  const imported = created + updated
  const left = problem + skipped
  if (imported + left + unchanged === 0) return null
  const done = sentence(
    `${imported === 1 ? '1 row' : `${imported} rows`} imported`,
    unchanged > 0 && `${unchanged} unchanged`,
  )
  if (left === 0) return <Notice tone="success">{done}</Notice>
  const rest = sentence(problem > 0 && `${problem} with problems`, skipped > 0 && `${skipped} not tried`)
  const invalid = left - pending
  const next = sentence(
    invalid > 0 && `${invalid} ${invalid === 1 ? 'needs' : 'need'} correcting`,
    pending > 0 && `${pending} can be retried`,
  )
  return (
    <Notice tone={problem > 0 ? 'error' : 'info'}>
      <strong className={styles['done']}>{done}</strong> <p>{`${rest} ${next} Download them to finish later.`}</p>
    </Notice>
  )
}

function sentence(...parts: (string | false)[]): string {
  return `${parts.filter(Boolean).join(', ')}.`
}
