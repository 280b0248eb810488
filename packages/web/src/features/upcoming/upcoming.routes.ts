import { lazyPage } from '#lib/lazy-page.ts'
import { paths } from '#lib/paths.ts'
import type * as pages from './upcoming-pages.tsx'

const page = (name: keyof typeof pages) => lazyPage(async () => (await import('./upcoming-pages.tsx'))[name])

export const publicUpcomingRoutes = [
  { path: paths.forgotPassword, lazy: page('ForgotPasswordPage') },
  { path: paths.oneTimeCode, lazy: page('OneTimeCodePage') },
  { path: paths.resetPassword, lazy: page('ResetPasswordPage') },
  { path: paths.privacyPolicy, lazy: page('PrivacyPolicyPage') },
  { path: paths.supportPolicy, lazy: page('SupportPage') },
]

export const protectedUpcomingRoutes = [
  { path: paths.dashboard, lazy: page('DashboardPage') },
  { path: paths.profile, lazy: page('ProfilePage') },
  { path: paths.settings, lazy: page('SettingsPage') },
  { path: paths.notifications, lazy: page('NotificationsPage') },
]
