import type { OperationInput, Schemas } from '@rapport/core/api/contract-types.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'

export type HistoryEvent = Schemas['HistoryEvent']
type HistoryQuery = OperationInput<'listHistory'>['query']
export type HistoryFilter = Omit<HistoryQuery, 'cursor' | 'limit'>
export type HistoryListing = ReturnType<typeof useHistory>

/** A page of the audit log; rejects with an `ApiError`. */
export function loadHistory(query: HistoryQuery, signal?: AbortSignal): Promise<Schemas['HistoryPage']> {
  return unwrap(api.GET('/api/admin/history', { params: { query }, ...(signal && { signal }) }))
}

const historyQuery = (filter: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.history(filter),
    queryFn: ({ signal, pageParam }) =>
      loadHistory(pageParam === null ? filter : { ...filter, cursor: pageParam }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // Changes on other screens add to it.
    staleTime: 0,
  })

/** The events that match, the newest first, as far as they are loaded. */
export function useHistory(filter: HistoryFilter) {
  const query = useInfiniteQuery(historyQuery(filter))
  const events = useMemo(() => query.data?.pages.flatMap((page) => page.events), [query.data])
  return {
    /** Undefined while the first page is loaded. */
    events,
    /** They are those of the filter before. */
    isStale: query.isPlaceholderData,
    error: query.error,
    isLoading: query.isFetching,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  }
}
