import { Download } from 'lucide-react'
import { Button } from '#ui/primitives/button.tsx'
import styles from './download-buttons.module.css'
import type { ImportFile } from './import-files.ts'
import type { Line } from './import-plan.ts'
import { rejectedLines, type useImportRun } from './use-import-run.ts'

interface Props {
  files: readonly ImportFile[]
  lines: readonly Line[]
  hasCorrections: boolean
  onDownloaded: () => void
  runner: ReturnType<typeof useImportRun>
}

/** Downloads of corrected and rejected rows. */
export function DownloadButtons({ files, lines, hasCorrections, onDownloaded, runner }: Props) {
  const rejected = rejectedLines(lines, runner.results)
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
          <span>
            <span className={styles['verb']}>Download</span> corrected
          </span>
        </Button>
      )}
      {rejected.length > 0 && !runner.progress && (
        <Button icon={<Download aria-hidden="true" />} onClick={() => void keepRejected()}>
          <span>
            <span className={styles['verb']}>Download</span>
            {` rejected (${rejected.length})`}
          </span>
        </Button>
      )}
    </div>
  )
}
