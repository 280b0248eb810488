import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { KeyboardEventHandler, ReactNode } from 'react'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import type { OverlayProps } from './lazy-overlay.tsx'
import styles from './drawer.module.css'

interface Props extends OverlayProps {
  title: string
  /** Content at the start of the header, such as buttons for previous and next. */
  head?: ReactNode
  children: ReactNode
  /** Actions at the end, always visible. */
  footer?: ReactNode
  onKeyDown?: KeyboardEventHandler
}

/**
 * The details beside a list that stays usable: a click on another row shows that row. Escape closes the drawer and returns
 * the focus to the row. Keep `open` in the URL, so that Back closes the drawer too.
 */
export function Drawer({ open, onClose, title, head, children, footer, onKeyDown }: Props) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()} modal={false} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Popup className={styles['drawer']} onKeyDown={onKeyDown}>
          <div className={styles['head']}>
            {head}
            <Dialog.Title className="visually-hidden">{title}</Dialog.Title>
            <Dialog.Close render={<IconButton label="Close" icon={X} className={styles['close']} />} />
          </div>
          <div className={styles['content']}>{children}</div>
          {footer !== undefined && <div className={styles['footer']}>{footer}</div>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
