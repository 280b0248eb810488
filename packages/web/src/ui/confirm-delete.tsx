import { messageFor, type Situation } from '@rapport/core/messages.ts'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { useRetryWait } from '#lib/use-retry-wait.ts'
import { AlertFrame } from './alert-frame.tsx'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { WaitText } from './wait-text.tsx'

interface Props {
  open: boolean
  /** The question. */
  title: string
  /** What exactly will be deleted. */
  children: ReactNode
  confirmLabel: string
  busy: boolean
  /** Why it could not be deleted; the dialog stays open. */
  error?: Error | null
  /** Whose words of the error catalogue are shown then. */
  situation?: Situation
  onConfirm: () => void
  onCancel: () => void
  /** Gets the focus after a deletion, when what opened the dialog is gone. */
  fallbackFocus: RefObject<HTMLElement | null>
}

/** Asks before something is deleted, with the focus on the harmless button (specification, section 4). */
export function ConfirmDelete(props: Props) {
  const {
    open,
    title,
    children,
    confirmLabel,
    busy,
    error = null,
    situation,
    onConfirm,
    onCancel,
    fallbackFocus,
  } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const cancelled = useRef(false)
  const wait = useRetryWait(error)
  const [failures, setFailures] = useState({ last: error, count: 0 })
  if (error !== failures.last) setFailures({ last: error, count: failures.count + 1 })
  const close = () => {
    cancelled.current = true
    onCancel()
  }
  return (
    <AlertFrame
      open={open}
      title={title}
      description={children}
      closable={!busy}
      onClose={close}
      first={cancel}
      fallbackFocus={fallbackFocus}
      openerRemains={() => cancelled.current}
      actions={
        <>
          <Button ref={cancel} disabled={busy} onClick={close}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={busy}
            paused={wait > 0}
            onClick={() => {
              cancelled.current = false
              onConfirm()
            }}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {error && situation && (
        // Another failure is another message, or it would not be read out.
        <Notice key={failures.count} tone="error">
          {messageFor(situation, error)}
          <WaitText seconds={wait} />
        </Notice>
      )}
    </AlertFrame>
  )
}
