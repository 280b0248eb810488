import { lazyPage } from '#lib/lazy-page.ts'
import { paths } from '#lib/paths.ts'

export const usersRoute = {
  path: paths.users,
  lazy: lazyPage(async () => (await import('./users-page.tsx')).UsersPage),
}
