import { AlertDialog as Dialog } from '@base-ui/react/alert-dialog'
import { Trash2 } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import styles from './alert-dialog.module.css'
import backdrop from './backdrop.module.css'
import { classNames } from '#ui/primitives/class-names.ts'
import type { OverlayProps } from './lazy-overlay.tsx'

interface Props extends OverlayProps {
  /** The question. */
  title: string
  /** What the question is about; read out together with it. */
  description: ReactNode
  icon?: ReactNode
  /** Further parts of the dialog. */
  children?: ReactNode
  actions: ReactNode
  /** More room, for lists. */
  wide?: boolean
  /** It can be closed by Escape. */
  closable?: boolean
  /** The button that gets the focus first: the one that changes nothing. */
  first: RefObject<HTMLElement | null>
  /** Gets the focus after closing when the control that opened the dialog is gone. */
  fallbackFocus?: RefObject<HTMLElement | null>
  /** Tells, once the dialog has closed, whether the control that opened it is still there. */
  openerRemains?: () => boolean
}

/** A modal question with its actions. */
export function AlertDialog(props: Props) {
  const { open, title, description, icon = <Trash2 />, children, actions, wide = false, closable = true } = props
  const { onClose, first, fallbackFocus, openerRemains = () => true } = props
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && closable) onClose()
      }}
      // `finalFocus` would focus the first control inside the fallback instead.
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen && !openerRemains()) fallbackFocus?.current?.focus({ preventScroll: true })
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={classNames(backdrop['backdrop'], styles['overlay'])} />
        <Dialog.Viewport className={styles['viewport']}>
          <Dialog.Popup
            className={classNames(styles['dialog'], wide && styles['wide'])}
            initialFocus={first}
            finalFocus={openerRemains}
          >
            {icon !== null && (
              <span className={styles['icon']} aria-hidden="true">
                {icon}
              </span>
            )}
            <Dialog.Title className={styles['title']}>{title}</Dialog.Title>
            <Dialog.Description className={styles['text']} render={<div />}>
              {description}
            </Dialog.Description>
            {children}
            <footer className={styles['actions']}>{actions}</footer>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
