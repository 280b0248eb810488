import { Navigate, Outlet, redirect, type RouteObject, useLocation } from 'react-router-dom'
import type { Policy } from '#features/policies/policy-text.tsx'
import { paths } from '#platform/paths.ts'
import type { SignInState } from '#session/return-to.ts'
import { lastSessionEnd, readToken, useToken } from '#session/session.ts'
import { RouteError } from './errors/route-error.tsx'
import { type Screen, screens } from './screens.ts'

const page = (path: string, load: Screen['load']) => ({ path, lazy: async () => ({ Component: await load() }) })

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
      page(paths.signIn, async () => (await import('#features/sign-in/sign-in-page.tsx')).SignInPage),
      page(
        paths.forgotPassword,
        async () => (await import('#features/password-reset/forgot-password-page.tsx')).ForgotPasswordPage,
      ),
      page(
        paths.oneTimeCode,
        async () => (await import('#features/password-reset/one-time-code-page.tsx')).OneTimeCodePage,
      ),
      page(
        paths.resetPassword,
        async () => (await import('#features/password-reset/reset-password-page.tsx')).ResetPasswordPage,
      ),
      {
        path: paths.privacyPolicy,
        lazy: async () => policyRoute((await import('#features/policies/privacy-policy.ts')).privacyPolicy),
      },
      {
        path: paths.supportPolicy,
        lazy: async () => policyRoute((await import('#features/policies/support-policy.ts')).supportPolicy),
      },
      {
        Component: RequireSession,
        children: [
          {
            lazy: async () => ({ Component: (await import('./shell/shell.tsx')).Shell }),
            children: [
              {
                ErrorBoundary: () => <RouteError isNested />,
                children: [
                  ...screens.map(({ path, load }) => page(path, load)),
                  page('*', async () => (await import('./errors/not-found-page.tsx')).NotFoundPage),
                ],
              },
            ],
          },
        ],
      },
    ],
  },
]

/** The route's screen while an `authToken` is stored, otherwise a redirect to sign-in. */
function RequireSession() {
  const token = useToken()
  const { pathname, search, hash } = useLocation()
  if (token !== null) return <Outlet />
  const state: SignInState = lastSessionEnd() === 'signed-out' ? {} : { returnTo: pathname + search + hash }
  return <Navigate to={paths.signIn} replace state={state} />
}

async function policyRoute(policy: Policy) {
  const { PolicyPage } = await import('#features/policies/policy-page.tsx')
  return { element: <PolicyPage policy={policy} /> }
}
