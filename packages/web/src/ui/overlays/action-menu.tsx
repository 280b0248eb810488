import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import type { Action } from './action-menu-popup.tsx'
import { lazyOverlay, useOverlay } from './lazy-overlay.tsx'

const ActionMenuPopup = lazyOverlay(async () => (await import('./action-menu-popup.tsx')).ActionMenuPopup)

interface Props {
  label: string
  actions: readonly Action[]
  className?: string | undefined
  /** Items below the actions. */
  children?: ReactNode
}

/** A button that opens a menu of actions. */
export function ActionMenu({ label, actions, className, children }: Props) {
  const { button, overlay } = useOverlay()
  return (
    <>
      <IconButton {...button} label={label} icon={Ellipsis} className={className} aria-haspopup="menu" />
      <ActionMenuPopup {...overlay} actions={actions}>
        {children}
      </ActionMenuPopup>
    </>
  )
}
