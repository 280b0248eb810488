import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'
import { closeUnlessTrigger, type OverlayProps } from './lazy-overlay.tsx'
import styles from './popover.module.css'

interface Props extends OverlayProps {
  label: string
  trigger: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A popover below its button or, on phones, a sheet at the lower edge. */
export function Popover({ open, onClose, label, trigger, children }: Props) {
  return (
    <Base.Root open={open} onOpenChange={closeUnlessTrigger(trigger, onClose)}>
      <Base.Portal>
        <Base.Backdrop className={styles['overlay']} />
        <Base.Positioner
          anchor={trigger}
          className={styles['positioner']}
          sideOffset={6}
          align="end"
          collisionPadding={16}
        >
          <Base.Popup className={styles['popup']} finalFocus={trigger} aria-label={label}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
