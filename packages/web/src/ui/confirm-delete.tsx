import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Trash2 } from 'lucide-react'
import { useRef, type ReactNode, type RefObject } from 'react'
import { Button } from './button.tsx'
import styles from './confirm-delete.module.css'
import { Notice } from './notice.tsx'

interface Props {
  open: boolean
  /** The question. */
  title: string
  /** What exactly will be deleted. */
  children: ReactNode
  confirmLabel: string
  busy: boolean
  /** Why it could not be deleted; the dialog stays open. */
  error?: string | undefined
  onConfirm: () => void
  onCancel: () => void
  /** Gets the focus after a deletion, when what opened the dialog is gone. */
  fallbackFocus: RefObject<HTMLElement | null>
}

/** Asks before something is deleted, with the focus on the harmless button (specification, section 4). */
export function ConfirmDelete(props: Props) {
  const { open, title, children, confirmLabel, busy, error, onConfirm, onCancel, fallbackFocus } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const cancelled = useRef(false)
  const close = () => {
    cancelled.current = true
    onCancel()
  }
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && !busy) close()
      }}
      // Not by `finalFocus`, which would go on to the first control inside.
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen && !cancelled.current) fallbackFocus.current?.focus()
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles['overlay']} />
        <AlertDialog.Viewport className={styles['viewport']}>
          <AlertDialog.Popup
            className={styles['dialog']}
            initialFocus={() => {
              cancelled.current = false
              return cancel.current
            }}
            finalFocus={() => cancelled.current}
          >
            <span className={styles['icon']} aria-hidden="true">
              <Trash2 />
            </span>
            <AlertDialog.Title className={styles['title']}>{title}</AlertDialog.Title>
            <AlertDialog.Description className={styles['text']} render={<div />}>
              {children}
            </AlertDialog.Description>
            {error !== undefined && <Notice tone="error">{error}</Notice>}
            <div className={styles['actions']}>
              <Button ref={cancel} disabled={busy} onClick={close}>
                Cancel
              </Button>
              <Button variant="danger" busy={busy} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
