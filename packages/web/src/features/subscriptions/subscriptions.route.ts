import { lazyPage } from '#lib/lazy-page.ts'
import { paths } from '#lib/paths.ts'

export const subscriptionsRoute = {
  path: paths.subscription,
  lazy: lazyPage(async () => (await import('./subscriptions-page.tsx')).SubscriptionsPage),
}
