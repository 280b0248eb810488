import type { Extension } from '@rapport/core/api/operations.ts'
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
import type { ComponentType } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import { offers, useExtensions } from '#data/settings-query.ts'
import { paths } from '#platform/paths.ts'

/** A screen inside the shell. */
export interface Screen {
  path: string
  title: string
  icon: LucideIcon
  load: () => Promise<ComponentType>
  /** Its link in the side navigation. */
  navigation?: string
  /** It has a link at the foot of the side navigation. */
  foot?: boolean
  /** Only a server with this extension has the screen. */
  extension?: Extension
  /** The key that opens it after `g`. */
  key?: string
  /** The palette's action that opens its form. */
  add?: string
  /** Further words that the palette finds it by. */
  words?: string
}

/** Every screen inside the shell: the router, the navigation, the palette and the shortcuts follow this table. */
export const screens: readonly Screen[] = [
  {
    path: paths.dashboard,
    title: 'Dashboard',
    icon: LayoutDashboard,
    load: async () => (await import('./dashboard.tsx')).Dashboard,
    navigation: 'Dashboard',
    key: 'd',
  },
  {
    path: paths.users,
    title: 'Users',
    icon: UsersRound,
    load: async () => (await import('#features/users/users-page.tsx')).UsersPage,
    navigation: 'User',
    key: 'u',
  },
  {
    path: paths.positions,
    title: 'Positions',
    icon: Sparkles,
    load: async () => (await import('#features/positions/positions-page.tsx')).PositionsPage,
    navigation: 'Positions',
    key: 'p',
    add: 'Add Position',
  },
  {
    path: paths.categories,
    title: 'Categories',
    icon: Layers,
    load: async () => (await import('#features/categories/categories-page.tsx')).CategoriesPage,
    navigation: 'Category',
    key: 'c',
    add: 'Add Category',
  },
  {
    path: paths.subscription,
    title: 'Subscription Plans',
    icon: CreditCard,
    load: async () => (await import('#features/subscriptions/subscriptions-page.tsx')).SubscriptionsPage,
    navigation: 'Subscription',
    key: 's',
    add: 'Add Subscription',
  },
  {
    path: paths.profile,
    title: 'My Profile',
    icon: UserRound,
    load: async () => (await import('#features/profile/profile-page.tsx')).ProfilePage,
    words: 'password',
  },
  {
    path: paths.notifications,
    title: 'Notifications',
    icon: Bell,
    load: async () => (await import('#features/notifications/notifications-page.tsx')).NotificationsPage,
  },
  {
    path: paths.trash,
    title: 'Trash',
    icon: Trash2,
    load: async () => (await import('#features/trash/trash-page.tsx')).TrashPage,
    foot: true,
    extension: 'trash',
    words: 'deleted restore undo',
  },
  {
    path: paths.history,
    title: 'History',
    icon: History,
    load: async () => (await import('#features/history/history-page.tsx')).HistoryPage,
    foot: true,
    extension: 'history',
    words: 'audit log changes',
  },
  {
    path: paths.settings,
    title: 'Settings',
    icon: Settings,
    load: async () => (await import('#features/settings/settings-page.tsx')).SettingsPage,
    foot: true,
    words: 'theme colours logo',
  },
]

/** The screens that the server has what they need for. */
export function useOfferedScreens(): readonly Screen[] {
  const extensions = useExtensions()
  return screens.filter(({ extension }) => extension === undefined || offers(extensions, extension))
}

/** The screen that is shown; undefined for a path that is none. */
export function useScreen(): Screen | undefined {
  const { pathname } = useLocation()
  return screens.find(({ path }) => matchPath(path, pathname))
}
