import { AlertDialog as Dialog } from '@base-ui/react/alert-dialog'
import { Trash2 } from 'lucide-react'
import { useEffect, useRef, type ComponentProps, type ReactNode, type RefObject } from 'react'
import { Button } from '#ui/primitives/button.tsx'
import type { OverlayProps } from './lazy-overlay.tsx'
import styles from './alert-dialog.module.css'

interface Props extends OverlayProps {
  title: string
  /** Details, which screen readers announce with the title. */
  description: ReactNode
  icon?: ReactNode
  /** Tone of the icon: for a loss, for a possible mistake, or neutral. */
  tone?: 'danger' | 'warning' | 'calm'
  children?: ReactNode
  /** Content before Cancel. */
  aside?: ReactNode
  /** Props of Cancel, which closes the dialog by default. */
  cancel?: Omit<ComponentProps<typeof Button>, 'ref'> & { ref?: RefObject<HTMLButtonElement | null> }
  action?: ReactNode
  /** Whether the dialog cannot be closed now. */
  busy?: boolean
  /** Gets the initial focus instead of Cancel. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Gets the focus unless Cancel closes the dialog, because the opener may be gone. */
  fallbackFocus?: RefObject<HTMLElement | null> | undefined
  /** Whether the opener is gone even after Cancel. */
  openerIsGone?: boolean
}

/** A modal question with its buttons. */
export function AlertDialogPopup(props: Props) {
  const { open, title, description, icon = <Trash2 />, children, aside, cancel, action, tone = 'danger' } = props
  const { busy = false, onClose, initialFocus, fallbackFocus, openerIsGone = false } = props
  const ownCancel = useRef<HTMLButtonElement>(null)
  const cancelButton = cancel?.ref ?? ownCancel
  const openerRemains = useRef(!fallbackFocus)
  useEffect(() => {
    if (open) openerRemains.current = !fallbackFocus
  }, [open, fallbackFocus])
  const close = () => {
    openerRemains.current = !openerIsGone
    onClose()
  }
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && !busy) close()
      }}
      // `finalFocus` would focus the first control inside the fallback instead.
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen && !openerRemains.current) fallbackFocus?.current?.focus({ preventScroll: true })
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={`backdrop fades ${styles['overlay']}`} />
        <Dialog.Viewport className={styles['viewport']}>
          <Dialog.Popup
            className={styles['dialog']}
            initialFocus={() => initialFocus?.current ?? cancelButton.current}
            finalFocus={() => openerRemains.current}
          >
            {icon !== null && (
              <span className={`${styles['icon']} tone-${tone}`} aria-hidden="true">
                {icon}
              </span>
            )}
            <Dialog.Title className={styles['title']}>{title}</Dialog.Title>
            {Boolean(description) && (
              <Dialog.Description className={styles['text']} render={<div />}>
                {description}
              </Dialog.Description>
            )}
            {children}
            <footer className={styles['actions']}>
              {aside}
              <Button disabled={busy} onClick={close} {...cancel} ref={cancelButton}>
                {cancel?.children ?? 'Cancel'}
              </Button>
              {action}
            </footer>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
