import { Link, matchPath, NavLink, useLocation } from 'react-router-dom'
import { useAvailableScreens } from '#app/available-screens.ts'
import { importOrigin } from '#features/import/import-origin.ts'
import { paths } from '#platform/paths.ts'
import { saveTheme, SCHEMES, useTheme } from '#platform/theme.ts'
import { Brand } from '#ui/brand/brand.tsx'
import { Segments } from '#ui/fields/segments.tsx'
import styles from './side-nav.module.css'

const SCHEME_CHOICES = (['light', 'dark', 'system'] as const).map((value) => ({ value, label: SCHEMES[value] }))

interface Props {
  /** Called when a link is chosen. */
  onNavigate?: () => void
}

/** The side navigation: logo and sections; further screens and the theme at the bottom. */
export function SideNav({ onNavigate }: Props) {
  const theme = useTheme()
  const screens = useAvailableScreens()
  const { pathname, state } = useLocation()
  const originPath = matchPath(paths.import, pathname) ? importOrigin(state).path : undefined
  return (
    <div className={styles['panel']}>
      <div className={styles['logo']}>
        <Brand />
      </div>
      <nav aria-label="Main">
        <ul className={styles['links']}>
          {screens.map(({ path, navigation, icon: Icon }) => {
            const Item = path === originPath ? Link : NavLink
            return (
              navigation !== undefined && (
                <li key={path}>
                  <Item
                    to={path}
                    className={styles['link'] ?? ''}
                    aria-current={path === originPath ? 'true' : 'page'}
                    onClick={onNavigate}
                  >
                    <Icon />
                    {navigation}
                  </Item>
                </li>
              )
            )
          })}
        </ul>
      </nav>
      <div className={styles['foot']}>
        <div>
          {screens.map(
            ({ path, title, isAtFoot, icon: Icon }) =>
              isAtFoot && (
                <NavLink key={path} to={path} className={styles['link'] ?? ''} onClick={onNavigate}>
                  <Icon />
                  {title}
                </NavLink>
              ),
          )}
        </div>
        <Segments
          label="Theme"
          value={theme.scheme}
          options={SCHEME_CHOICES}
          onChange={(scheme) => saveTheme({ ...theme, scheme })}
        />
      </div>
    </div>
  )
}
