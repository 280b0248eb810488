import { unwrap } from '@rapport/core/api/unwrap.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { withHiddenCount, type CountedList } from './hidden-records.ts'
import { queryKeys } from './query-keys.ts'

const toList = <List>({ list }: CountedList<List>): List => list

export const categoriesQuery = queryOptions({
  queryKey: queryKeys.categories,
  queryFn: ({ signal }) => withHiddenCount((options) => unwrap(api.GET('/api/admin/categories', { signal }), options)),
  select: toList,
})

export const positionsQuery = queryOptions({
  queryKey: queryKeys.positions,
  queryFn: ({ signal }) =>
    withHiddenCount((options) => unwrap(api.GET('/api/admin/subcategories', { signal }), options)),
  select: toList,
})

export const productsQuery = queryOptions({
  queryKey: queryKeys.products,
  queryFn: ({ signal }) =>
    withHiddenCount((options) => unwrap(api.GET('/api/admin/subscription-products', { signal }), options)),
  select: toList,
})
