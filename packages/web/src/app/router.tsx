import { redirect, type RouteObject } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { RequireSession } from '#session/require-session.tsx'
import { readToken } from '#session/session.ts'
import { RouteError, ScreenError } from './errors/route-error.tsx'
import { screens } from './screens.ts'

/** The routes of the specification (section 2). Paths match in any letter case. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      {
        path: paths.home,
        element: null,
        loader: () => redirect(readToken() === null ? paths.signIn : paths.dashboard),
      },
      {
        path: paths.signIn,
        lazy: async () => ({ Component: (await import('#features/sign-in/sign-in-page.tsx')).SignInPage }),
      },
      {
        path: paths.forgotPassword,
        lazy: async () => ({
          Component: (await import('#features/password-reset/forgot-password-page.tsx')).ForgotPasswordPage,
        }),
      },
      {
        path: paths.oneTimeCode,
        lazy: async () => ({
          Component: (await import('#features/password-reset/one-time-code-page.tsx')).OneTimeCodePage,
        }),
      },
      {
        path: paths.resetPassword,
        lazy: async () => ({
          Component: (await import('#features/password-reset/reset-password-page.tsx')).ResetPasswordPage,
        }),
      },
      {
        path: paths.privacyPolicy,
        lazy: async () => ({
          Component: (await import('#features/policies/privacy-policy-page.tsx')).PrivacyPolicyPage,
        }),
      },
      {
        path: paths.supportPolicy,
        lazy: async () => ({ Component: (await import('#features/policies/support-page.tsx')).SupportPage }),
      },
      {
        Component: RequireSession,
        children: [
          {
            lazy: async () => ({ Component: (await import('./shell/shell.tsx')).Shell }),
            children: [
              {
                ErrorBoundary: ScreenError,
                children: [
                  ...screens.map(({ path, load }) => ({ path, lazy: async () => ({ Component: await load() }) })),
                  {
                    path: '*',
                    lazy: async () => ({ Component: (await import('./errors/not-found-page.tsx')).NotFoundPage }),
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
]
