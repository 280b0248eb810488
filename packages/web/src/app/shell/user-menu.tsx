import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { settingsQuery } from '#data/settings.queries.ts'
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx'
import { Avatar } from '#ui/primitives/avatar.tsx'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import styles from './user-menu.module.css'

const UserMenuPopup = lazyOverlay(async () => (await import('./user-menu-popup.tsx')).UserMenuPopup)

/** Button of the user menu, with the admin's first name or 'User'. */
export function UserMenu() {
  const { data: settings, isPending } = useQuery(settingsQuery)
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const name = settings?.first_name?.trim() || 'User'
  const fullName = [name, settings?.last_name].filter(Boolean).join(' ')
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={styles['trigger']}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={({ key }) => key === 'ArrowDown' && setOpen(true)}
      >
        <Avatar name={fullName} />
        <span className={styles['name']}>{isPending ? <Skeleton width="2rem" /> : name}</span>
        {isPending && <span className="visually-hidden">User</span>}
        <ChevronDown className={styles['chevron']} aria-hidden="true" />
      </button>
      <UserMenuPopup
        open={open}
        onClose={() => setOpen(false)}
        name={fullName}
        email={settings?.email}
        trigger={trigger}
      />
    </>
  )
}
