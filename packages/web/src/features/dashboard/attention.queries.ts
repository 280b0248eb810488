import { brokenProducts } from '@rapport/core/entities/products/store-rules.ts'
import type { UserSummary } from '@rapport/core/entities/users/user.ts'
import { useQuery } from '@tanstack/react-query'
import { categoriesQuery, positionsQuery, productsQuery } from '#data/catalogue.queries.ts'
import type { RECORD_KINDS } from '#data/record-kinds.ts'
import { useStores } from '#data/settings.queries.ts'
import { paths } from '#platform/paths.ts'
import { USER_LIST_PATHS } from './stat-cards.tsx'

/** Records that need the admin. */
export interface Finding {
  kind: keyof typeof RECORD_KINDS
  label: string
  /** Path of the list of exactly these records. */
  to: string
  /** Undefined while loading and after a failure. */
  count: number | undefined
}

/** Counts the users, positions, categories and plans that need the admin; `failure` is the first list that did not load. */
export function useFindings(summary: UserSummary | undefined) {
  const categories = useQuery(categoriesQuery)
  const positions = useQuery(positionsQuery)
  const products = useQuery(productsQuery)
  const stores = useStores()
  const usedCategories = positions.data && new Set(positions.data.map(({ category_id }) => String(category_id)))
  const ofUsers = (label: string, to: string, count: number | undefined): Finding[] =>
    // Servers of version 0.1.0 do not count them all.
    summary && count === undefined ? [] : [{ kind: 'user', label, to, count }]
  const findings: Finding[] = [
    ...ofUsers('Users not active', USER_LIST_PATHS.notActive, summary && summary.total - summary.active),
    ...ofUsers('Profiles not completed', USER_LIST_PATHS.notCompleted, summary?.not_completed),
    ...ofUsers('Users with no plan', USER_LIST_PATHS.none, summary?.none),
    ...ofUsers('Under 16, or age not set', USER_LIST_PATHS.underAge, summary?.under_16_or_not_set),
    {
      kind: 'position',
      label: 'Positions without safety tips',
      to: `${paths.positions}?tips=not-set`,
      count: positions.data?.filter(({ safety_tips }) => !safety_tips?.trim()).length,
    },
    {
      kind: 'category',
      label: 'Categories without positions',
      to: `${paths.categories}?positions=none`,
      count: usedCategories && categories.data?.filter(({ id }) => !usedCategories.has(String(id))).length,
    },
    {
      kind: 'product',
      label: 'Plans that break a store rule',
      to: `${paths.subscription}?rules=broken`,
      count: products.data && brokenProducts(products.data, stores).length,
    },
  ]
  const failure = (
    [
      { query: positions, operation: 'listPositions' },
      { query: categories, operation: 'listCategories' },
      { query: products, operation: 'listProducts' },
    ] as const
  ).find(({ query }) => query.isLoadingError)
  return { findings, failure }
}
