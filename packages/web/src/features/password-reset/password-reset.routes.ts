import { lazyPage } from '#lib/lazy-page.ts'
import { paths } from '#lib/paths.ts'
import { clearResetToken } from '#lib/reset-token.ts'

export const passwordResetRoutes = [
  {
    path: paths.forgotPassword,
    // Starting over makes an earlier token worthless.
    loader: () => {
      clearResetToken()
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
