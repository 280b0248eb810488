import {
  Bell,
  History,
  LayoutDashboard,
  Settings,
  Trash2,
  Upload,
  UserRound,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import { matchPath, useLocation } from 'react-router-dom'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { useExtensions } from '#data/settings.queries.ts'
import { paths } from '#platform/paths.ts'
import { type Screen, type ScreenPath, screens } from './screens.ts'

/** `screens` has no icons, because the sign-in page loads it too. */
const ICONS: Record<ScreenPath, LucideIcon> = {
  [paths.dashboard]: LayoutDashboard,
  [paths.users]: UsersRound,
  [paths.positions]: RECORD_KINDS.position.icon,
  [paths.categories]: RECORD_KINDS.category.icon,
  [paths.subscription]: RECORD_KINDS.product.icon,
  [paths.profile]: UserRound,
  [paths.notifications]: Bell,
  [paths.import]: Upload,
  [paths.trash]: Trash2,
  [paths.history]: History,
  [paths.settings]: Settings,
}

export function useAvailableScreens() {
  const { has } = useExtensions()
  return screens
    .filter(({ extension }) => extension === undefined || has(extension))
    .map((screen) => Object.assign({ icon: ICONS[screen.path] }, screen))
}

/** Returns the screen that is open, and whether the server has its extension; undefined while that loads. */
export function useScreen(): { screen: Screen | undefined; isOffered: boolean | undefined } {
  const { pathname } = useLocation()
  const { isKnown, has } = useExtensions()
  const screen = screens.find(({ path }) => matchPath(path, pathname))
  return { screen, isOffered: screen?.extension === undefined || (isKnown ? has(screen.extension) : undefined) }
}
