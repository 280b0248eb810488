import { Notice } from '#ui/feedback/notice.tsx'
import type { PlannedRow } from './plan/import-plan.ts'
import { countsText, hasResults, rowsText, type RowCounts } from './plan/row-state.ts'
import { rejectedRows } from './use-import-run.ts'
import type { useImport } from './use-import.ts'
import styles from './import-summary.module.css'

interface Props {
  state: ReturnType<typeof useImport>
  rows: readonly PlannedRow[]
  counts: RowCounts
}

/** What the import will leave out or, after a run, what it did, with the rejected rows as a file. */
export function ImportSummary({ state, rows, counts }: Props) {
  const { created = 0, updated = 0, unchanged = 0, problem = 0, failed = 0, skipped = 0 } = counts
  const { files, runner } = state
  const rejected = rejectedRows(rows, runner.results)
  // Most imports download nothing, so the formats' writers load with the first download.
  const downloadRejectedRows = async () => {
    const { downloadRejected } = await import('./plan/import-downloads.ts')
    downloadRejected(files, rejected)
  }
  const download = (name: string) =>
    rejected.length > 0 && (
      <button type="button" className={styles['download']} onClick={() => void downloadRejectedRows()}>
        {name}
      </button>
    )
  if (!hasResults(rows, runner.results)) {
    if (problem + unchanged === 0) return null
    return (
      <p className={styles['leftOut']}>
        {`Left out: ${countsText({ problem, unchanged })}.`} {download('Download problems')}
      </p>
    )
  }
  const imported = created + updated
  const left = [
    problem > 0 && `${problem} ${problem === 1 ? 'needs' : 'need'} correcting`,
    failed > 0 && `${failed} failed`,
    skipped > 0 && `${skipped} not tried`,
  ].filter(Boolean)
  return (
    <div className={styles['summary']}>
      {imported > 0 && (
        <Notice tone="success" isPlain>
          {`${rowsText(imported)} imported${unchanged > 0 ? `, ${unchanged} unchanged` : ''}.`}
        </Notice>
      )}
      {imported === 0 && unchanged > 0 && (
        <Notice tone="info" isPlain>
          {`${unchanged} unchanged.`}
        </Notice>
      )}
      {left.length > 0 && (
        <Notice tone={problem + failed > 0 ? 'error' : 'info'} isPlain>
          {`${left.join(', ')}.`} {download('Download these rows')}
        </Notice>
      )}
    </div>
  )
}
