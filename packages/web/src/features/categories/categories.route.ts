import { lazyPage } from '#lib/lazy-page.ts'
import { paths } from '#lib/paths.ts'

export const categoriesRoute = {
  path: paths.categories,
  lazy: lazyPage(async () => (await import('./categories-page.tsx')).CategoriesPage),
}
