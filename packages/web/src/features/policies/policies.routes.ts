import { lazyPage } from '#lib/lazy-page.ts'
import { paths } from '#lib/paths.ts'

export const policyRoutes = [
  {
    path: paths.privacyPolicy,
    lazy: lazyPage(async () => (await import('./privacy-policy-page.tsx')).PrivacyPolicyPage),
  },
  { path: paths.supportPolicy, lazy: lazyPage(async () => (await import('./support-page.tsx')).SupportPage) },
]
