import { Menu } from '@base-ui/react/menu'
import type { ReactNode, RefObject } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { closeUnlessTrigger, type OverlayProps } from './lazy-overlay.tsx'
import styles from './menu.module.css'

export type Action = {
  label: string
  icon: ReactNode
  disabled?: boolean
} & (Pick<LinkProps, 'to' | 'preventScrollReset'> | { onClick: () => void })

interface Props extends OverlayProps {
  /** Shown above the actions. */
  heading?: ReactNode
  actions: readonly Action[]
  children?: ReactNode
  trigger: RefObject<HTMLElement | null>
}

export function ActionMenuPopup(props: Props) {
  const { open, onClose, heading, actions, children, trigger } = props
  return (
    <Menu.Root modal={false} open={open} onOpenChange={closeUnlessTrigger(trigger, onClose)}>
      <Menu.Portal>
        <Menu.Positioner
          anchor={trigger}
          className={styles['positioner']}
          sideOffset={4}
          align="end"
          collisionPadding={16}
        >
          <Menu.Popup className={styles['popup']} finalFocus={() => isFocusFree() && trigger.current}>
            {heading}
            {actions.map((action) =>
              'to' in action ? (
                <Menu.LinkItem
                  key={action.label}
                  className={styles['item']}
                  closeOnClick
                  render={<Link to={action.to} preventScrollReset={action.preventScrollReset ?? false} />}
                >
                  {action.icon}
                  {action.label}
                </Menu.LinkItem>
              ) : (
                <Menu.Item
                  key={action.label}
                  className={styles['item']}
                  disabled={action.disabled === true}
                  onClick={action.onClick}
                >
                  {action.icon}
                  {action.label}
                </Menu.Item>
              ),
            )}
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Returns true unless a dialog or another screen has taken the focus while a menu fades out. */
function isFocusFree(): boolean {
  const { activeElement, body } = document
  return activeElement === body || Boolean(activeElement?.closest('[role="menu"]'))
}
