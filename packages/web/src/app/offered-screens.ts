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
import { offers, useExtensions } from '#data/settings-query.ts'
import { paths } from '#platform/paths.ts'
import { RECORD_KINDS } from '#platform/record-kinds.ts'
import { type Screen, type ScreenPath, screens } from './screens.ts'

/** Apart from the table of screens, which the sign-in page loads too. */
const ICONS: Record<ScreenPath, LucideIcon> = {
  ...catalogueIcons(),
  [paths.dashboard]: LayoutDashboard,
  [paths.users]: UsersRound,
  [paths.profile]: UserRound,
  [paths.notifications]: Bell,
  [paths.import]: Upload,
  [paths.trash]: Trash2,
  [paths.history]: History,
  [paths.settings]: Settings,
}

/** The screen of a kind of record has its icon. */
function catalogueIcons() {
  const { user: _user, ...catalogue } = RECORD_KINDS
  const kinds = Object.values(catalogue)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are the paths of these kinds
  return Object.fromEntries(kinds.map(({ path, icon }) => [path, icon])) as Record<
    (typeof kinds)[number]['path'],
    LucideIcon
  >
}

/** Further words that the palette finds a screen by. */
const WORDS: Partial<Record<ScreenPath, string>> = {
  [paths.profile]: 'password',
  [paths.import]: 'yaml csv json upload catalogue',
  [paths.trash]: 'deleted restore undo',
  [paths.history]: 'audit log changes',
  [paths.settings]: 'theme colours logo',
}

/** A screen with the icon of its link. */
export interface OfferedScreen extends Screen {
  icon: LucideIcon
  words: string | undefined
}

/** The screens that the server has what they need for. */
export function useOfferedScreens(): readonly OfferedScreen[] {
  const extensions = useExtensions()
  return screens
    .filter(({ extension }) => extension === undefined || offers(extensions, extension))
    .map((screen) => Object.assign({ icon: ICONS[screen.path], words: WORDS[screen.path] }, screen))
}

/** The screen that is shown; undefined for a path that is none. */
export function useScreen(): Screen | undefined {
  const { pathname } = useLocation()
  return screens.find(({ path }) => matchPath(path, pathname))
}
