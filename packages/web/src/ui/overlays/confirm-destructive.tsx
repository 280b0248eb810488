import type { MessageKey } from '@rapport/core/api/error-messages.ts'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { CallError } from '#ui/feedback/call-error.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { AlertDialog } from './alert-dialog.tsx'

interface Props {
  open: boolean
  title: string
  /** Says exactly what will be lost. */
  children: ReactNode
  confirmLabel: string
  busy: boolean
  /** Error of the action, shown in the open dialog. */
  error?: Error | null
  operation?: MessageKey
  onConfirm: () => void
  onCancel: () => void
  /** Gets the focus after the action, because the opener is gone. */
  fallbackFocus: RefObject<HTMLElement | null> | undefined
}

/** A dialog that confirms a destructive action, with the initial focus on Cancel (specification, section 4). */
export function ConfirmDestructive(props: Props) {
  const { open, title, children, confirmLabel, busy, error, operation, onConfirm, onCancel, fallbackFocus } = props
  const isSent = useRef(false)
  useEffect(() => {
    // The failure may come before `busy` is rendered.
    isSent.current = open && busy && !error
  }, [open, busy, error])
  return (
    <AlertDialog
      open={open}
      title={title}
      description={children}
      busy={busy}
      onClose={onCancel}
      fallbackFocus={fallbackFocus}
      action={
        <Button
          variant="danger"
          busy={busy}
          onClick={() => {
            // A double click may confirm twice before `busy` is rendered.
            if (isSent.current) return
            isSent.current = true
            onConfirm()
          }}
        >
          {confirmLabel}
        </Button>
      }
    >
      {operation && <CallError operation={operation} error={error} />}
    </AlertDialog>
  )
}
