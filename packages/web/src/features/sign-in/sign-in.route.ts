import { lazyPage } from '#lib/lazy-page.ts'
import { paths } from '#lib/paths.ts'
import { clearResetToken } from '#lib/reset-token.ts'

export const signInRoute = {
  path: paths.signIn,
  // Who comes here has left the way to a new password.
  loader: () => {
    clearResetToken()
    return null
  },
  lazy: lazyPage(async () => (await import('./sign-in-page.tsx')).SignInPage),
}
