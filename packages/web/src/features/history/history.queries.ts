import type { OperationInput, Schemas } from '@rapport/core/api/contract-types.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'

export type HistoryEvent = Schemas['HistoryEvent']
export type HistoryFilter = Omit<OperationInput<'listHistory'>['query'], 'cursor' | 'limit'>

export const historyQuery = (filter: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.history(filter),
    queryFn: ({ signal, pageParam }) => {
      const query = pageParam === null ? filter : { ...filter, cursor: pageParam }
      return unwrap(api.GET('/api/admin/history', { params: { query }, signal }))
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // Changes on other screens add to it.
    staleTime: 0,
  })
