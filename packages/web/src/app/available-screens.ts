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
import { hasExtension, useExtensions } from '#data/extensions.ts'
import { paths } from '#platform/paths.ts'
import { RECORD_KINDS } from '#platform/record-kinds.ts'
import { type Screen, type ScreenPath, screens } from './screens.ts'

/** Icons of all screens. Separate from `screens`, which the sign-in page loads too. */
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
  const extensions = useExtensions()
  return screens
    .filter(({ extension }) => extension === undefined || hasExtension(extensions, extension))
    .map((screen) => Object.assign({ icon: ICONS[screen.path] }, screen))
}

export function useScreen(): Screen | undefined {
  const { pathname } = useLocation()
  return screens.find(({ path }) => matchPath(path, pathname))
}
