import { lazyPage } from '#lib/lazy-page.ts'
import { paths } from '#lib/paths.ts'

export const signInRoute = {
  path: paths.signIn,
  lazy: lazyPage(async () => (await import('./sign-in-page.tsx')).SignInPage),
}
