import { AlertDialog as Dialog } from '@base-ui/react/alert-dialog'
import { Trash2 } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import styles from './alert-dialog.module.css'
import { classNames } from './class-names.ts'
import { dropClick, HoldWhile } from './hold-while.tsx'
import type { OverlayProps } from './on-demand.tsx'

interface Props extends OverlayProps {
  /** The question. */
  title: string
  /** What the question is about; read out together with it. */
  description: ReactNode
  /** Further parts of the dialog. */
  children?: ReactNode
  actions: ReactNode
  /** A `LeaveGuard`: unlike what is drawn, it never lags behind while the dialog fades. */
  guard?: ReactNode
  /** More room, for lists. */
  wide?: boolean
  /** It can be closed by Escape. */
  closable: boolean
  /** Gets the focus first: what does no harm. */
  first: RefObject<HTMLElement | null>
  /** Gets the focus afterwards, when what opened the dialog is gone. */
  fallbackFocus: RefObject<HTMLElement | null>
  /** Says, when the dialog has closed, whether what opened it is still there. */
  openerRemains: () => boolean
}

/** The frame of a question that has to be answered before anything else. */
export function AlertDialog(props: Props) {
  const { open, title, description, children, actions, guard, wide = false, closable, onClose, first } = props
  const { fallbackFocus, openerRemains } = props
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && closable) onClose()
      }}
      // Not by `finalFocus`, which would go on to the first control inside.
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen && !openerRemains()) fallbackFocus.current?.focus()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['overlay']} />
        <Dialog.Viewport className={styles['viewport']}>
          <Dialog.Popup
            className={classNames(styles['dialog'], wide && styles['wide'])}
            initialFocus={first}
            finalFocus={openerRemains}
            onClickCapture={open ? undefined : dropClick}
          >
            <HoldWhile held={!open}>
              <span className={styles['icon']} aria-hidden="true">
                <Trash2 />
              </span>
              <Dialog.Title className={styles['title']}>{title}</Dialog.Title>
              <Dialog.Description className={styles['text']} render={<div />}>
                {description}
              </Dialog.Description>
              {children}
              <div className={styles['actions']}>{actions}</div>
            </HoldWhile>
            {guard}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
