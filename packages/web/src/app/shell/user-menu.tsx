import { Menu } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, LogOut, UserRound } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { settingsQuery } from '#data/settings-query.ts'
import { Avatar } from '#ui/primitives/avatar.tsx'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import { useLogout } from './use-logout.ts'
import styles from './user-menu.module.css'

/** The signed-in admin's first name, or 'User', and a menu with profile and logout (specification, section 2). */
export function UserMenu() {
  const { data: settings, isPending } = useQuery(settingsQuery)
  const logout = useLogout()
  const name = settings?.first_name?.trim() || 'User'
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={styles['trigger']}>
        <Avatar name={[name, settings?.last_name].filter(Boolean).join(' ')} />
        <span className={styles['name']}>{isPending ? <Skeleton width="2rem" /> : name}</span>
        {isPending && <span className="visually-hidden">User</span>}
        <ChevronDown className={styles['chevron']} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={styles['positioner']} sideOffset={6} align="end">
          <Menu.Popup className={styles['popup']}>
            {settings && <p className={styles['email']}>{settings.email}</p>}
            <Menu.LinkItem className={styles['item']} closeOnClick render={<Link to={paths.profile} />}>
              <UserRound aria-hidden="true" />
              My Profile
            </Menu.LinkItem>
            <Menu.Item className={styles['item']} onClick={() => void logout()}>
              <LogOut aria-hidden="true" />
              Logout
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
