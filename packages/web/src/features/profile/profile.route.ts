import { lazyPage } from '#lib/lazy-page.ts'
import { paths } from '#lib/paths.ts'

export const profileRoute = {
  path: paths.profile,
  lazy: lazyPage(async () => (await import('./profile-page.tsx')).ProfilePage),
}
