import { Download, X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#ui/primitives/button.tsx'

interface Props {
  busy: boolean
  /** How many were loaded so far, if that is known. */
  count?: number
  disabled: boolean
  onExport: () => void
  onCancel: () => void
}

/** Exports a list as CSV; while it is being loaded, with a button to cancel. */
export function ExportButton({ busy, count, disabled, onExport, onCancel }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      {/* On the left, so that the second click of a double click on Export does not hit it. */}
      {busy && (
        <Button
          icon={<X aria-hidden="true" />}
          aria-label="Cancel the export"
          onClick={() => {
            onCancel()
            // This button disappears.
            button.current?.focus()
          }}
        >
          Cancel
        </Button>
      )}
      <Button
        ref={button}
        icon={<Download aria-hidden="true" />}
        title="Export CSV"
        busy={busy}
        disabled={disabled}
        onClick={onExport}
      >
        {busy ? ['Exporting…', count].filter((part) => part !== undefined).join(' ') : 'Export CSV'}
      </Button>
    </>
  )
}
