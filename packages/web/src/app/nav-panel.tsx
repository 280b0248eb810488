import { Dialog } from '@base-ui/react/dialog'
import { Menu, X } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { SideNav } from './side-nav.tsx'
import styles from './nav-panel.module.css'

/** From here on the navigation stands beside the content (shell.module.css). */
const ALWAYS_VISIBLE = '(min-width: 64rem)'

interface Props {
  /** Gets the focus when a link was chosen; else it goes back to the menu button. */
  content: RefObject<HTMLElement | null>
}

/** The navigation of small screens: a menu button that slides the panel in over a dark overlay. */
export function NavPanel({ content }: Props) {
  const [open, setOpen] = useState(false)
  const linkChosen = useRef(false)
  useEffect(() => {
    const wide = window.matchMedia(ALWAYS_VISIBLE)
    const close = () => wide.matches && setOpen(false)
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [])
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        linkChosen.current = false
        setOpen(next)
      }}
      // Not by `finalFocus`, which would go on to the first control inside.
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen && linkChosen.current) content.current?.focus()
      }}
    >
      <Dialog.Trigger className={styles['menuButton']} aria-label="Open menu">
        <Menu aria-hidden="true" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['overlay']} />
        <Dialog.Popup className={styles['panel']} aria-label="Menu" finalFocus={() => !linkChosen.current}>
          <SideNav
            onNavigate={() => {
              linkChosen.current = true
              setOpen(false)
            }}
          />
          <Dialog.Close className={styles['close']} aria-label="Close menu">
            <X aria-hidden="true" />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
