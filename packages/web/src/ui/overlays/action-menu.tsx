import { Ellipsis } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import type { Action } from './action-menu-popup.tsx'
import { lazyOverlay } from './lazy-overlay.tsx'

const ActionMenuPopup = lazyOverlay(async () => (await import('./action-menu-popup.tsx')).ActionMenuPopup)

interface Props {
  label: string
  actions: readonly Action[]
  className?: string | undefined
}

/** A button that opens a menu of actions. */
export function ActionMenu({ label, actions, className }: Props) {
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton
        ref={trigger}
        label={label}
        icon={Ellipsis}
        className={className}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={({ key }) => key === 'ArrowDown' && setOpen(true)}
      />
      <ActionMenuPopup open={open} onClose={() => setOpen(false)} actions={actions} trigger={trigger} />
    </>
  )
}
