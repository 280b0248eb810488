import { Menu } from '@base-ui/react/menu'
import { LogOut, UserRound } from 'lucide-react'
import type { RefObject } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { closeUnlessTrigger } from '#ui/overlays/close-unless-trigger.ts'
import { isFocusFree } from '#ui/overlays/is-focus-free.ts'
import type { OverlayProps } from '#ui/overlays/lazy-overlay.tsx'
import menu from '#ui/overlays/menu.module.css'
import { useLogout } from './use-logout.ts'
import styles from './user-menu.module.css'

interface Props extends OverlayProps {
  name: string
  email: string | undefined
  trigger: RefObject<HTMLElement | null>
}

/** User menu with profile and logout (specification, section 2). */
export function UserMenuPopup({ open, onClose, name, email, trigger }: Props) {
  const logout = useLogout()
  return (
    <Menu.Root modal={false} open={open} onOpenChange={closeUnlessTrigger(trigger, onClose)}>
      <Menu.Portal>
        <Menu.Positioner
          anchor={trigger}
          className={menu['positioner']}
          sideOffset={14}
          align="end"
          collisionPadding={16}
        >
          <Menu.Popup className={menu['popup']} finalFocus={() => isFocusFree() && trigger.current}>
            <p className={styles['who']}>
              <strong className="truncate">{name}</strong>
              <span className="truncate">{email}</span>
            </p>
            <Menu.LinkItem className={menu['item']} closeOnClick render={<Link to={paths.profile} />}>
              <UserRound aria-hidden="true" />
              My Profile
            </Menu.LinkItem>
            <Menu.Item className={menu['item']} onClick={() => void logout()}>
              <LogOut aria-hidden="true" />
              Logout
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
