import { CreditCard, Layers, LayoutDashboard, Sparkles, UsersRound, type LucideIcon } from 'lucide-react'
import { NavLink } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { Brand } from '#ui/brand/brand.tsx'
import styles from './side-nav.module.css'

const LINKS: readonly { to: string; label: string; icon: LucideIcon }[] = [
  { to: paths.dashboard, label: 'Dashboard', icon: LayoutDashboard },
  { to: paths.users, label: 'User', icon: UsersRound },
  { to: paths.positions, label: 'Positions', icon: Sparkles },
  { to: paths.categories, label: 'Category', icon: Layers },
  { to: paths.subscription, label: 'Subscription', icon: CreditCard },
]

interface Props {
  /** Called when a link is chosen. */
  onNavigate?: () => void
}

/** The purple navigation of the signed-in screens: logo on top, then the sections. */
export function SideNav({ onNavigate }: Props) {
  return (
    <div className={styles['panel']}>
      <div className={styles['logo']}>
        <Brand />
      </div>
      <nav aria-label="Main">
        <ul className={styles['links']}>
          {LINKS.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <NavLink to={to} className={styles['link'] ?? ''} onClick={onNavigate}>
                <Icon aria-hidden="true" />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
