import { Menu } from 'lucide-react'
import { useState, type RefObject } from 'react'
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx'
import { IconButton } from '#ui/primitives/icon-button.tsx'

const NavDrawer = lazyOverlay(async () => (await import('./nav-drawer.tsx')).NavDrawer)

interface Props {
  /** Gets the focus after a link is chosen; otherwise the menu button gets it back. */
  content: RefObject<HTMLElement | null>
}

/** The menu button of small screens, and the navigation that it opens. */
export function MobileNav({ content }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label="Open menu" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
        <Menu aria-hidden="true" />
      </IconButton>
      <NavDrawer open={open} onClose={() => setOpen(false)} content={content} />
    </>
  )
}
