import { format } from 'date-fns'
import { Bell } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { useToday } from '#platform/use-today.ts'
import { Banner } from './banner.tsx'
import { Keyboard } from '#app/palette/keyboard.tsx'
import { NavPanel } from './nav-panel.tsx'
import { Providers } from '#app/providers.tsx'
import styles from './shell.module.css'
import { SideNav } from './side-nav.tsx'
import { UserMenu } from './user-menu.tsx'

/** The layout of the protected screens (specification, section 2): side navigation, top bar, content. */
export function Shell() {
  const content = useRef<HTMLElement>(null)
  const today = useToday()
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
      <Progress />
      <div className={styles['side']}>
        <SideNav />
      </div>
      <header className={styles['top']}>
        <div className={styles['menu']}>
          <NavPanel content={content} />
        </div>
        <time className={styles['date']}>{format(today, 'EEE, d MMM yyyy')}</time>
        <span className={styles['space']} />
        <Keyboard />
        <Link className={styles['bell']} to={paths.notifications} aria-label="Notifications" title="Notifications">
          <Bell aria-hidden="true" />
        </Link>
        <UserMenu />
      </header>
      <main id="content" ref={content} tabIndex={-1} className={styles['content']}>
        <Banner />
        <Outlet />
      </main>
      <ScrollRestoration getKey={({ pathname, search }) => pathname + search} />
    </Providers>
  )
}

/** Focuses a new screen, so that keyboard and screen reader start at its top. */
function useFocusOnArrival(content: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // A dialog that was opened while the screen was loading keeps the focus.
    if (document.activeElement?.closest('[data-open]')) return
    content.current?.focus({ preventScroll: true })
  }, [pathname, content])
}

function Progress() {
  const loading = useNavigation().state === 'loading'
  return loading && <div className={styles['progress']} aria-hidden="true" />
}
