import { Download } from 'lucide-react'
import { Button } from '#ui/primitives/button.tsx'
import type { PlannedRow } from './plan/import-plan.ts'
import type { useImport } from './use-import.ts'

interface Props {
  state: ReturnType<typeof useImport>
  rows: readonly PlannedRow[]
}

/** A button that saves the files with their corrections, as long as some corrections are not saved. */
export function DownloadCorrected({ state, rows }: Props) {
  if (!state.hasCorrectionsToDownload) return null
  const download = async () => {
    const { downloadCorrected } = await import('./plan/import-downloads.ts')
    downloadCorrected(state.files, rows)
    state.onDownloaded()
  }
  return (
    <Button icon={<Download aria-hidden="true" />} onClick={() => void download()}>
      Download corrected files
    </Button>
  )
}
