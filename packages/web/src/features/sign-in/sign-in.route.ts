import { lazyPage } from '#lib/lazy-page.ts'
import { paths } from '#lib/paths.ts'
import { leaveReset } from '#lib/reset-token.ts'

export const signInRoute = {
  path: paths.signIn,
  // Who comes here has left the way to a new password.
  loader: () => {
    leaveReset()
    return null
  },
  lazy: lazyPage(async () => (await import('./sign-in-page.tsx')).SignInPage),
}
