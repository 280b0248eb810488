import { useQuery } from '@tanstack/react-query'
import { ChevronDown, LogOut, UserRound } from 'lucide-react'
import { settingsQuery } from '#data/settings.queries.ts'
import { paths } from '#platform/paths.ts'
import { lazyOverlay, useOverlay } from '#ui/overlays/lazy-overlay.tsx'
import { Avatar } from '#ui/primitives/avatar.tsx'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import { useLogout } from './use-logout.ts'
import styles from './user-menu.module.css'

const ActionMenuPopup = lazyOverlay(async () => (await import('#ui/overlays/action-menu-popup.tsx')).ActionMenuPopup)

/** A menu with profile and logout. Its button shows the first name or 'User' (specification, section 2: navigation). */
export function UserMenu() {
  const { data: settings, isPending } = useQuery(settingsQuery)
  const { button, overlay } = useOverlay()
  const logout = useLogout()
  const name = settings?.first_name?.trim() || 'User'
  const fullName = [name, settings?.last_name].filter(Boolean).join(' ')
  return (
    <>
      <button {...button} type="button" className={styles['trigger']} aria-haspopup="menu">
        <Avatar name={fullName} />
        <span className={styles['name']}>{isPending ? <Skeleton width="2rem" /> : name}</span>
        {isPending && <span className="visually-hidden">User</span>}
        <ChevronDown className={styles['chevron']} />
      </button>
      <ActionMenuPopup
        {...overlay}
        heading={
          <p className={styles['who']}>
            <strong className="truncate">{fullName}</strong>
            <span className="truncate">{settings?.email}</span>
          </p>
        }
        actions={[
          { label: 'My Profile', icon: <UserRound />, to: paths.profile },
          { label: 'Logout', icon: <LogOut />, onClick: () => void logout() },
        ]}
      />
    </>
  )
}
