import type { Extension } from '@rapport/core/api/operations.ts'
import type { ComponentType } from 'react'
import { paths } from '#platform/paths.ts'

export interface Screen {
  path: string
  title: string
  load: () => Promise<ComponentType>
  /** Label in the side navigation. */
  navigation?: string
  /** Whether the link is at the foot of the side navigation. */
  isAtFoot?: boolean
  /** Extension that the screen needs. */
  extension?: Extension
  /** Additional search terms for the palette. */
  keywords?: string
  /** Key that opens the screen after `g`. */
  key?: string
  /** Label of the palette's action that opens the form. */
  add?: string
}

const SCREENS = [
  {
    path: paths.dashboard,
    title: 'Dashboard',
    load: async () => (await import('./dashboard.tsx')).Dashboard,
    navigation: 'Dashboard',
    key: 'd',
  },
  {
    path: paths.users,
    title: 'Users',
    load: async () => (await import('#features/users/users-page.tsx')).UsersPage,
    navigation: 'User',
    key: 'u',
  },
  {
    path: paths.positions,
    title: 'Positions',
    load: async () => (await import('#features/positions/positions-page.tsx')).PositionsPage,
    navigation: 'Positions',
    key: 'p',
    add: 'Add Position',
  },
  {
    path: paths.categories,
    title: 'Categories',
    load: async () => (await import('#features/categories/categories-page.tsx')).CategoriesPage,
    navigation: 'Category',
    key: 'c',
    add: 'Add Category',
  },
  {
    path: paths.subscription,
    title: 'Subscription Plans',
    load: async () => (await import('#features/products/products-page.tsx')).ProductsPage,
    navigation: 'Subscription',
    key: 's',
    add: 'Add Subscription',
  },
  {
    path: paths.profile,
    title: 'My Profile',
    load: async () => (await import('#features/profile/profile-page.tsx')).ProfilePage,
    keywords: 'password',
  },
  {
    path: paths.notifications,
    title: 'Notifications',
    load: async () => (await import('#features/notifications/notifications-page.tsx')).NotificationsPage,
  },
  {
    path: paths.import,
    title: 'Import',
    load: async () => (await import('#features/import/import-page.tsx')).ImportPage,
    keywords: 'yaml csv json upload catalogue',
  },
  {
    path: paths.trash,
    title: 'Trash',
    load: async () => (await import('#features/trash/trash-page.tsx')).TrashPage,
    keywords: 'deleted restore undo',
    isAtFoot: true,
    extension: 'trash',
  },
  {
    path: paths.history,
    title: 'History',
    load: async () => (await import('#features/history/history-page.tsx')).HistoryPage,
    keywords: 'audit log changes',
    isAtFoot: true,
    extension: 'history',
  },
  {
    path: paths.settings,
    title: 'Settings',
    load: async () => (await import('#features/settings/settings-page.tsx')).SettingsPage,
    keywords: 'theme colours logo',
    isAtFoot: true,
  },
] as const satisfies readonly Screen[]

export type ScreenPath = (typeof SCREENS)[number]['path']

/** Screens inside the shell, read by router, navigation, palette and shortcuts. */
export const screens: readonly (Screen & { path: ScreenPath })[] = SCREENS
