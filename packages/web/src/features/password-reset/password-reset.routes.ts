import { lazyPage } from '#lib/lazy-page.ts'
import { paths } from '#lib/paths.ts'
import { leaveReset } from '#lib/reset-token.ts'

export const passwordResetRoutes = [
  {
    path: paths.forgotPassword,
    // Who starts over has no use for an earlier token.
    loader: () => {
      leaveReset()
      return null
    },
    lazy: lazyPage(async () => (await import('./forgot-password-page.tsx')).ForgotPasswordPage),
  },
  {
    path: paths.oneTimeCode,
    lazy: lazyPage(async () => (await import('./one-time-code-page.tsx')).OneTimeCodePage),
  },
  {
    path: paths.resetPassword,
    lazy: lazyPage(async () => (await import('./reset-password-page.tsx')).ResetPasswordPage),
  },
]
