import { Download, X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#ui/primitives/button.tsx'

interface Props {
  busy: boolean
  /** Number of records loaded so far, if known. */
  count?: number
  disabled: boolean
  onExport: () => void
  onCancel: () => void
}

/** A button that exports a list as CSV, with another that cancels while it loads. */
export function ExportButton({ busy, count, disabled, onExport, onCancel }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      {/* Cancel is on the left, so that a double click on Export does not hit it. */}
      {busy && (
        <Button
          icon={<X />}
          aria-label="Cancel the export"
          onClick={() => {
            onCancel()
            // Moves the focus, because this button disappears.
            button.current?.focus()
          }}
        >
          Cancel
        </Button>
      )}
      <Button ref={button} icon={<Download />} title="Export CSV" busy={busy} disabled={disabled} onClick={onExport}>
        {busy ? ['Exporting…', count].filter((part) => part !== undefined).join(' ') : 'Export CSV'}
      </Button>
    </>
  )
}
