import { CreditCard, LayoutDashboard, UsersRound } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { logFailure } from '#platform/log-failure.ts'
import { paths } from '#platform/paths.ts'
import { loadFont, themeVariables, useTheme, type Theme } from '#platform/theme.ts'
import { Brand } from '#ui/brand/brand.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Button } from '#ui/primitives/button.tsx'
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
            <h3 className={styles['heading']}>Dashboard</h3>
            <Button variant="primary">Export</Button>
          </div>
          <div className={styles['cards']}>
            {CARDS.map(({ label, count, labelClass }) => (
              <Panel key={label} className={styles['card']}>
                <p className={labelClass}>{label}</p>
                <p className={styles['count']}>{count}</p>
              </Panel>
            ))}
          </div>
          <p className={styles['text']}>
            Five people joined today. <Link to={paths.users}>See all users</Link>
          </p>
        </div>
      </div>
    </section>
  )
}
