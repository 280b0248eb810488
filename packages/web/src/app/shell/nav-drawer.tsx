import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type RefObject } from 'react'
import type { OverlayProps } from '#ui/overlays/lazy-overlay.tsx'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { SideNav } from './side-nav.tsx'
import styles from './nav-drawer.module.css'

interface Props extends OverlayProps {
  /** Gets the focus after a link is chosen; otherwise the opener gets it back. */
  content: RefObject<HTMLElement | null>
}

/** The navigation of small screens, over a dark overlay. */
export function NavDrawer({ open, onClose, content }: Props) {
  const isLinkChosen = useRef(false)
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        isLinkChosen.current = false
        if (!next) onClose()
      }}
      // `finalFocus` would focus the first control inside the content instead.
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen && isLinkChosen.current) content.current?.focus()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop fades" />
        <Dialog.Popup className={styles['panel']} aria-label="Menu" finalFocus={() => !isLinkChosen.current}>
          <SideNav
            onNavigate={() => {
              isLinkChosen.current = true
              onClose()
            }}
          />
          <Dialog.Close render={<IconButton label="Close menu" icon={X} className={styles['close']} />} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
