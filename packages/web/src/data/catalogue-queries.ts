import { unwrap } from '@rapport/core/api/unwrap.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { queryKeys } from './query-keys.ts'

/** All categories, which positions are filed under. */
export const categoriesQuery = queryOptions({
  queryKey: queryKeys.categories,
  queryFn: ({ signal }) => unwrap(api.GET('/api/admin/categories', { signal })),
})

/** All positions, of every category. */
export const positionsQuery = queryOptions({
  queryKey: queryKeys.positions,
  queryFn: ({ signal }) => unwrap(api.GET('/api/admin/subcategories', { signal })),
})

/** All subscription products. */
export const productsQuery = queryOptions({
  queryKey: queryKeys.products,
  queryFn: ({ signal }) => unwrap(api.GET('/api/admin/subscription-products', { signal })),
})
