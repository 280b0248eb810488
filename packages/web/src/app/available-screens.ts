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

type ListPath = (typeof RECORD_KINDS)[keyof typeof RECORD_KINDS]['listPath']

/** Icons of screens other than the lists of records. `screens` has none, because the sign-in page loads it too. */
const ICONS: Record<Exclude<ScreenPath, ListPath>, LucideIcon> = {
  [paths.dashboard]: LayoutDashboard,
  [paths.profile]: UserRound,
  [paths.notifications]: Bell,
  [paths.import]: Upload,
  [paths.trash]: Trash2,
  [paths.history]: History,
  [paths.settings]: Settings,
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the type
const LIST_ICONS = Object.fromEntries(
  Object.values(RECORD_KINDS).map(({ listPath, icon }) => [listPath, icon]),
) as Record<ListPath, LucideIcon>
const ALL_ICONS: Record<ScreenPath, LucideIcon> = { ...LIST_ICONS, ...ICONS, [paths.users]: UsersRound }

export function useAvailableScreens() {
  const { has } = useExtensions()
  return screens
    .filter(({ extension }) => extension === undefined || has(extension))
    .map((screen) => Object.assign({ icon: ALL_ICONS[screen.path] }, screen))
}

/** Returns the screen that is open, and whether the server has its extension; undefined while that loads. */
export function useScreen(): { screen: Screen | undefined; isOffered: boolean | undefined } {
  const { pathname } = useLocation()
  const { isKnown, has } = useExtensions()
  const screen = screens.find(({ path }) => matchPath(path, pathname))
  return { screen, isOffered: screen?.extension === undefined || (isKnown ? has(screen.extension) : undefined) }
}
