import { AlertDialog as Dialog } from '@base-ui/react/alert-dialog'
import { Trash2 } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import styles from './alert-dialog.module.css'
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
  /** Gets the focus first: the harmless button. */
  first: RefObject<HTMLElement | null>
  /** Gets the focus afterwards, when what opened the dialog is gone. */
  fallbackFocus?: RefObject<HTMLElement | null>
  /** Says, when the dialog has closed, whether what opened it is still there. */
  openerRemains?: () => boolean
}

/** The frame of a question that has to be answered before anything else. */
export function AlertDialog(props: Props) {
  const { open, title, description, icon = <Trash2 />, children, actions, wide = false, closable = true } = props
  const { onClose, first, fallbackFocus, openerRemains = () => true } = props
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && closable) onClose()
      }}
      // Not by `finalFocus`, which would focus the first control inside instead.
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen && !openerRemains()) fallbackFocus?.current?.focus()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['overlay']} />
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
            <div className={styles['actions']}>{actions}</div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
