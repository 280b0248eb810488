import { Download } from 'lucide-react'
import { Button } from '#ui/primitives/button.tsx'
import type { PlannedRow } from './plan/import-plan.ts'
import type { useImport } from './use-import.ts'

interface Props {
  state: ReturnType<typeof useImport>
  rows: readonly PlannedRow[]
}

/** Button that saves the files with the corrections, while there are unsaved ones. */
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
