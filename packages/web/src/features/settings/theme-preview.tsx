import { CreditCard, LayoutDashboard, UsersRound } from 'lucide-react'
import { useEffect } from 'react'
import { logFailure } from '#platform/log-failure.ts'
import { loadFont, themeVariables, useTheme, type Theme } from '#platform/theme.ts'
import { Brand } from '#ui/brand/brand.tsx'
import { Avatar } from '#ui/primitives/avatar.tsx'
import { Badge } from '#ui/primitives/badge.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { StatusBadge } from '#ui/primitives/status-badge.tsx'
import styles from './theme-preview.module.css'

const LINKS = [
  { text: 'Dashboard', icon: LayoutDashboard },
  { text: 'User', icon: UsersRound },
  { text: 'Subscription', icon: CreditCard },
]
const CARDS = [
  { label: 'Total Users', count: '250', labelClass: undefined },
  { label: 'Active Users', count: '200', labelClass: undefined },
  { label: 'Pro Users', count: '75', labelClass: 'row pro-dot' },
  { label: 'Basic Users', count: '175', labelClass: 'row basic-dot' },
]
const USERS = [
  { name: 'Elena Tanaka', role: 'Pro', status: 'active' },
  { name: 'Finn Haddad', role: 'Basic', status: 'active' },
  { name: 'Jules Ndiaye', role: 'Basic', status: 'inactive' },
  { name: 'Mira Sato', role: 'Pro', status: 'active' },
  { name: 'Noor Lindqvist', role: 'Basic', status: 'active' },
] as const

/** The scale of the preview, at which dots of 7 px stay round. */
const SCALE = 6 / 7

/** A small console in the chosen look. */
export function ThemePreview({ theme }: { theme: Theme }) {
  const { font, bodySize } = theme
  const currentTheme = useTheme()
  useEffect(() => {
    loadFont(font).catch((error: unknown) => logFailure('The font could not be loaded.', error))
  }, [font])
  return (
    <section
      className={styles['frame']}
      aria-label="Preview"
      data-theme-preview=""
      data-theme={theme.scheme === 'system' ? undefined : theme.scheme}
      style={themeVariables(theme)}
    >
      {/* Zooms to the chosen body size, because rem are relative to the current one. */}
      <div className={styles['console']} style={{ zoom: (SCALE * bodySize) / currentTheme.bodySize }} inert>
        <div className={styles['side']}>
          <Brand logo={theme.logo} />
          {LINKS.map(({ text, icon: Icon }) => (
            <span key={text} className={styles['link']}>
              <Icon />
              {text}
            </span>
          ))}
        </div>
        <div className={styles['page']}>
          <div className={styles['header']}>
            <p className={styles['heading']}>Dashboard</p>
            <Button variant="primary">Export</Button>
          </div>
          <div className={styles['cards']}>
            {CARDS.map(({ label, count, labelClass }) => (
              <div key={label} className={styles['card']}>
                <p className={labelClass}>{label}</p>
                <p className={styles['count']}>{count}</p>
              </div>
            ))}
          </div>
          <table className={styles['table']}>
            <tbody>
              {USERS.map(({ name, role, status }) => (
                <tr key={name}>
                  <td>
                    <Avatar name={name} />
                  </td>
                  <td className={styles['name']}>{name}</td>
                  <td>
                    <Badge tone={role === 'Pro' ? 'purple' : 'neutral'}>{role}</Badge>
                  </td>
                  <td>
                    <StatusBadge status={status} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={styles['text']}>
            Five people joined today. <span className={styles['more']}>See all users</span>
          </p>
        </div>
      </div>
    </section>
  )
}
