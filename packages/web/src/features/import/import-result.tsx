import { Notice } from '#ui/feedback/notice.tsx'
import styles from './import-result.module.css'
import type { RowCounts } from './row-state.ts'

interface Props {
  counts: RowCounts
}

/** Summary of the last run. */
export function ImportResult({ counts }: Props) {
  const { created = 0, updated = 0, unchanged = 0, problem = 0, failed = 0, skipped = 0 } = counts
  const imported = created + updated
  const left = problem + failed + skipped
  if (imported + left + unchanged === 0) return null
  const done = sentence(
    `${imported === 1 ? '1 row' : `${imported} rows`} imported`,
    unchanged > 0 && `${unchanged} unchanged`,
  )
  if (left === 0) return <Notice tone="success">{done}</Notice>
  const rest = sentence(
    problem > 0 && `${problem} ${problem === 1 ? 'needs' : 'need'} correcting`,
    failed > 0 && `${failed} failed`,
    skipped > 0 && `${skipped} not tried`,
  )
  const next = failed > 0 ? `Retry sends ${failed === 1 ? 'it' : 'them'} again.` : 'Download them to finish later.'
  return (
    <Notice tone={problem + failed > 0 ? 'error' : 'info'}>
      <strong className={styles['done']}>{done}</strong> <p>{`${rest} ${next}`}</p>
    </Notice>
  )
}

function sentence(...parts: (string | false)[]): string {
  return `${parts.filter(Boolean).join(', ')}.`
}
