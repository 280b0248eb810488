import {
  Bell,
  CreditCard,
  History,
  Layers,
  LayoutDashboard,
  Settings,
  Sparkles,
  Trash2,
  UserRound,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import { offers, useExtensions } from '#data/settings-query.ts'
import { paths } from '#platform/paths.ts'
import { type Screen, type ScreenPath, screens } from './screens.ts'

/** Apart from the table of screens, which the sign-in page loads too. */
const ICONS: Record<ScreenPath, LucideIcon> = {
  [paths.dashboard]: LayoutDashboard,
  [paths.users]: UsersRound,
  [paths.positions]: Sparkles,
  [paths.categories]: Layers,
  [paths.subscription]: CreditCard,
  [paths.profile]: UserRound,
  [paths.notifications]: Bell,
  [paths.trash]: Trash2,
  [paths.history]: History,
  [paths.settings]: Settings,
}

/** A screen with the icon of its link. */
export interface OfferedScreen extends Screen {
  icon: LucideIcon
}

/** The screens that the server has what they need for. */
export function useOfferedScreens(): readonly OfferedScreen[] {
  const extensions = useExtensions()
  return screens
    .filter(({ extension }) => extension === undefined || offers(extensions, extension))
    .map((screen) => Object.assign({ icon: ICONS[screen.path] }, screen))
}
