import { lazyPage } from '#lib/lazy-page.ts'
import { paths } from '#lib/paths.ts'

export const settingsRoute = {
  path: paths.settings,
  lazy: lazyPage(async () => (await import('./settings-page.tsx')).SettingsPage),
}
