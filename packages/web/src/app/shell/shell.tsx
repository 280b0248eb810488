import { Bell, Menu, SearchX, WifiOff } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom'
import { useScreen } from '#app/available-screens.ts'
import { PaletteTrigger } from '#app/palette/palette-trigger.tsx'
import { Providers } from '#app/providers.tsx'
import { useUnreadNotifications } from '#features/notifications/unread-notifications.ts'
import { paths } from '#platform/paths.ts'
import { useIsOnline } from '#platform/use-is-online.ts'
import { useToday } from '#platform/use-today.ts'
import { formatDay } from '#ui/date-range/day-range.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx'
import { IconButton, IconLink } from '#ui/primitives/icon-button.tsx'
import { SideNav } from './side-nav.tsx'
import { UserMenu } from './user-menu.tsx'
import styles from './shell.module.css'

const NavDrawer = lazyOverlay(async () => (await import('./nav-drawer.tsx')).NavDrawer)

/** The layout of the signed-in screens (specification, section 2: layout): side navigation, top bar, content. */
export function Shell() {
  const navigation = useNavigation()
  const content = useRef<HTMLElement>(null)
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  useFocusOnArrival(content)
  return (
    <Providers>
      <a
        className={styles['skip']}
        href="#content"
        onClick={(event) => {
          event.preventDefault()
          content.current?.focus()
        }}
      >
        Skip to content
      </a>
      {navigation.state === 'loading' && <div className={styles['progress']} aria-hidden="true" />}
      <div className={`${styles['side']} no-print`}>
        <SideNav />
      </div>
      <header className={`${styles['top']} no-print`}>
        <div className={styles['menu']}>
          <IconButton
            label="Open menu"
            icon={Menu}
            aria-haspopup="dialog"
            aria-expanded={isMenuOpen}
            onClick={() => setIsMenuOpen(true)}
          />
          <NavDrawer open={isMenuOpen} onClose={() => setIsMenuOpen(false)} content={content} />
        </div>
        <PaletteTrigger />
        <NotificationsLink />
        <UserMenu />
      </header>
      <main id="content" ref={content} tabIndex={-1} className={styles['content']}>
        <p className="print-only note">Rapport, {formatDay(useToday())}</p>
        <Banner />
        <OpenScreen />
      </main>
      <ScrollRestoration getKey={({ pathname, search }) => pathname + search} />
    </Providers>
  )
}

/** The route's screen, or an empty state if the server lacks its extension. */
function OpenScreen() {
  const { screen: { title = '' } = {}, isOffered } = useScreen()
  if (isOffered === true) return <Outlet />
  if (isOffered === undefined) return null
  return (
    <>
      <PageHeader title={title} />
      <Panel>
        <EmptyState icon={<SearchX />} title={`This server has no ${title.toLowerCase()}.`} />
      </Panel>
    </>
  )
}

/** A bell, with a dot while a sample notification is unread. */
function NotificationsLink() {
  const hasUnread = useUnreadNotifications().size > 0
  const label = hasUnread ? 'Notifications, unread' : 'Notifications'
  return (
    <IconLink className={styles['bell']} to={paths.notifications} label={label} icon={Bell}>
      {hasUnread && <span className={styles['unread']} aria-hidden="true" />}
    </IconLink>
  )
}

/** Focuses each new screen, so that keyboard and screen reader start at its top. */
function useFocusOnArrival(content: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const lastPathname = useRef(pathname)
  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    // A dialog opened while the screen was loading keeps the focus.
    if (document.activeElement?.closest('[data-open]')) return
    content.current?.focus({ preventScroll: true })
  }, [pathname, content])
}

/** A banner above every screen while the browser is offline. */
function Banner() {
  if (useIsOnline()) return null
  return (
    <p role="status" className={styles['banner']}>
      <WifiOff />
      <span>
        <strong>No connection.</strong> You can keep reading and typing; saving works again once it is back.
      </span>
    </p>
  )
}
