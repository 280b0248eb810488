import { lazyPage } from '#lib/lazy-page.ts'
import { paths } from '#lib/paths.ts'

export const notificationsRoute = {
  path: paths.notifications,
  lazy: lazyPage(async () => (await import('./notifications-page.tsx')).NotificationsPage),
}
