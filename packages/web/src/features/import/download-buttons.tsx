import { Download } from 'lucide-react'
import { Button } from '#ui/primitives/button.tsx'
import styles from './download-buttons.module.css'
import type { PlannedRow } from './import-plan.ts'
import { toRowState } from './row-state.ts'
import type { useImport } from './use-import.ts'
import { rejectedRows } from './use-import-run.ts'

interface Props {
  state: ReturnType<typeof useImport>
  rows: readonly PlannedRow[]
}

/** Downloads of corrected and rejected rows. */
export function DownloadButtons({ state, rows }: Props) {
  const { files, hasUnsavedCorrections, onDownloaded, runner } = state
  const rejected = rejectedRows(rows, runner.results)
  const hasFailedOrSkipped = rejected.some((row) => toRowState(row, runner.results) !== 'problem')
  // Most imports download nothing: the writers of the formats load with the first download.
  const downloadCorrectedRows = async () => {
    const { downloadCorrected } = await import('./import-downloads.ts')
    downloadCorrected(files, rows)
    onDownloaded()
  }
  const downloadRejectedRows = async () => {
    const { downloadRejected } = await import('./import-downloads.ts')
    downloadRejected(files, rejected)
  }
  return (
    <div className={styles['downloads']}>
      {hasUnsavedCorrections && (
        <Button icon={<Download aria-hidden="true" />} onClick={() => void downloadCorrectedRows()}>
          Download corrected
        </Button>
      )}
      {rejected.length > 0 && !runner.progress && (
        <Button icon={<Download aria-hidden="true" />} onClick={() => void downloadRejectedRows()}>
          {`Download ${hasFailedOrSkipped ? 'the rest' : 'problems'} (${rejected.length})`}
        </Button>
      )}
    </div>
  )
}
