import { redirect, type RouteObject } from 'react-router-dom'
import { categoriesRoute } from '#features/categories/categories.route.ts'
import { notificationsRoute } from '#features/notifications/notifications.route.ts'
import { passwordResetRoutes } from '#features/password-reset/password-reset.routes.ts'
import { policyRoutes } from '#features/policies/policies.routes.ts'
import { positionsRoute } from '#features/positions/positions.route.ts'
import { profileRoute } from '#features/profile/profile.route.ts'
import { settingsRoute } from '#features/settings/settings.route.ts'
import { signInRoute } from '#features/sign-in/sign-in.route.ts'
import { subscriptionsRoute } from '#features/subscriptions/subscriptions.route.ts'
import { usersRoute } from '#features/users/users.route.ts'
import { lazyPage } from '#lib/lazy-page.ts'
import { paths } from '#lib/paths.ts'
import { readToken } from '#lib/session.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { RequireSession } from './require-session.tsx'
import { RouteError, ScreenError } from './route-error.tsx'

const dashboardRoute = {
  path: paths.dashboard,
  lazy: lazyPage(async () => (await import('./dashboard.tsx')).Dashboard),
}

/** The route table of the specification (section 2). Paths match in any letter case. */
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
      signInRoute,
      ...policyRoutes,
      ...passwordResetRoutes,
      {
        Component: RequireSession,
        children: [
          {
            lazy: lazyPage(async () => (await import('./shell.tsx')).Shell),
            children: [
              {
                ErrorBoundary: ScreenError,
                children: [
                  dashboardRoute,
                  usersRoute,
                  positionsRoute,
                  categoriesRoute,
                  subscriptionsRoute,
                  profileRoute,
                  notificationsRoute,
                  settingsRoute,
                ],
              },
            ],
          },
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
]
