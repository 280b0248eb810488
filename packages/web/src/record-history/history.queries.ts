import type { OperationInput, Schemas } from '@rapport/core/api/contract-types.ts'
import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { client } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { useExtensions } from '#data/settings.queries.ts'

export type HistoryEvent = Schemas['HistoryEvent']
type HistoryQuery = OperationInput<'listHistory'>['query']
export type HistoryFilter = Omit<HistoryQuery, 'cursor' | 'limit'>

/** Loads a page of the audit log. Rejects with an `ApiError`. */
export function loadHistory(query: HistoryQuery, signal?: AbortSignal): Promise<Schemas['HistoryPage']> {
  return client.call('listHistory', { query }, { signal })
}

/** Returns true if the server keeps a history. */
export const useHasHistory = () => useExtensions().has('history')

/** Returns matching events, the newest first, as far as they are loaded; none without a history. */
export const useHistory = (filter: HistoryFilter) =>
  useInfiniteQuery({
    queryKey: queryKeys.history(filter),
    queryFn: ({ signal, pageParam }) =>
      loadHistory(pageParam === null ? filter : { ...filter, cursor: pageParam }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    select: toEvents,
    placeholderData: keepPreviousData,
    // Changes on other screens add events.
    staleTime: 0,
    enabled: useHasHistory(),
  })

const toEvents = ({ pages }: InfiniteData<Schemas['HistoryPage']>) => pages.flatMap(({ events }) => events)
