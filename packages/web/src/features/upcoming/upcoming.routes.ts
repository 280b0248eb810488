import { lazyPage } from '#lib/lazy-page.ts'
import { paths } from '#lib/paths.ts'
import type * as pages from './upcoming-pages.tsx'

const page = (name: keyof typeof pages) => lazyPage(async () => (await import('./upcoming-pages.tsx'))[name])

export const protectedUpcomingRoutes = [
  { path: paths.positions, lazy: page('PositionsPage') },
  { path: paths.subscription, lazy: page('SubscriptionPage') },
]
