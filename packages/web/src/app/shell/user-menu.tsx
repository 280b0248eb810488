import { useQuery } from '@tanstack/react-query'
import { ChevronDown, LogOut, Settings, UserRound } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { settingsQuery } from '#data/settings-query.ts'
import { Avatar } from '#ui/primitives/avatar.tsx'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import { useLogout } from './use-logout.ts'
import styles from './user-menu.module.css'

/**
 * The signed-in admin's first name, or 'User', and what hangs on it: profile, settings, logout. Its own menu button (WAI-ARIA
 * Authoring Practices): the library's would be a tenth of what the dashboard loads.
 */
export function UserMenu() {
  const { data: settings, isPending } = useQuery(settingsQuery)
  const logout = useLogout()
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const name = settings?.first_name?.trim() || 'User'

  useEffect(() => {
    if (open) itemsOf(menu.current)[0]?.focus()
  }, [open])
  const close = () => {
    setOpen(false)
    trigger.current?.focus()
  }
  const onMenuKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const items = itemsOf(menu.current)
    const at = items.findIndex((item) => item === document.activeElement)
    const next = nextItem(items, at, event.key)
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') {
      close()
      // Forwards the browser goes on from the button, backwards the button itself is next.
      if (!event.shiftKey) return
    } else if (event.key === ' ') items[at]?.click()
    else if (next) next.focus()
    else return
    event.preventDefault()
  }
  return (
    <div
      className={styles['anchor']}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <button
        ref={trigger}
        type="button"
        // Said, for Safari to give it the focus at a click.
        tabIndex={0}
        className={styles['trigger']}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpen(false)
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
          // One that is open already.
          itemsOf(menu.current)[0]?.focus()
        }}
      >
        <Avatar name={[name, settings?.last_name].filter(Boolean).join(' ')} />
        <span className={styles['name']}>{isPending ? <Skeleton width="2rem" /> : name}</span>
        {isPending && <span className="visually-hidden">User</span>}
        <ChevronDown className={styles['chevron']} aria-hidden="true" />
      </button>
      {open && (
        <div className={styles['popup']}>
          {settings && <p className={styles['email']}>{settings.email}</p>}
          <div
            ref={menu}
            role="menu"
            aria-label={name}
            tabIndex={-1}
            onKeyDown={onMenuKey}
            onClick={({ target }) => {
              if (target instanceof Element && target.closest('[role="menuitem"]')) close()
            }}
          >
            <Link role="menuitem" tabIndex={-1} className={styles['item']} to={paths.profile}>
              <UserRound aria-hidden="true" />
              My Profile
            </Link>
            <Link role="menuitem" tabIndex={-1} className={styles['item']} to={paths.settings}>
              <Settings aria-hidden="true" />
              Settings
            </Link>
            <hr className={styles['separator']} />
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={styles['item']}
              onClick={() => void logout()}
            >
              <LogOut aria-hidden="true" />
              Logout
            </button>
          </div>
        </div>
      )}
    </div>
  )
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
}

/** Where arrows, Home, End and first letters lead; undefined when the key is none of them. */
function nextItem(items: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[at + 1] ?? items[0]
  if (key === 'ArrowUp') return items[at - 1] ?? items.at(-1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  const after = [...items.slice(at + 1), ...items]
  return key.length === 1
    ? after.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))
    : undefined
}
