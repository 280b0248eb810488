import { lazyPage } from '#lib/lazy-page.ts'
import { paths } from '#lib/paths.ts'

export const positionsRoute = {
  path: paths.positions,
  lazy: lazyPage(async () => (await import('./positions-page.tsx')).PositionsPage),
}
