import { Download } from 'lucide-react'
import { Button } from '#ui/primitives/button.tsx'
import styles from './download-buttons.module.css'
import type { Line } from './import-plan.ts'
import { stateOf } from './row-state.ts'
import type { useImport } from './use-import.ts'
import { rejectedLines } from './use-import-run.ts'

interface Props {
  state: ReturnType<typeof useImport>
  lines: readonly Line[]
}

/** Downloads of corrected and rejected rows. */
export function DownloadButtons({ state, lines }: Props) {
  const { files, hasCorrections, onDownloaded, runner } = state
  const rejected = rejectedLines(lines, runner.results)
  const hasOthers = rejected.some((line) => stateOf(line, runner.results) !== 'problem')
  // Loaded on demand.
  const keepCorrected = async () => {
    const { downloadCorrected } = await import('./import-downloads.ts')
    downloadCorrected(files, lines)
    onDownloaded()
  }
  const keepRejected = async () => {
    const { downloadRejected } = await import('./import-downloads.ts')
    downloadRejected(files, rejected)
  }
  return (
    <div className={styles['downloads']}>
      {hasCorrections && (
        <Button icon={<Download aria-hidden="true" />} onClick={() => void keepCorrected()}>
          Download corrected
        </Button>
      )}
      {rejected.length > 0 && !runner.progress && (
        <Button icon={<Download aria-hidden="true" />} onClick={() => void keepRejected()}>
          {`Download ${hasOthers ? 'the rest' : 'problems'} (${rejected.length})`}
        </Button>
      )}
    </div>
  )
}
