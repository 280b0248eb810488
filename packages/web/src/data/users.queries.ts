import { selectUsers } from '@rapport/core/client/select-users.ts'
import type {
  JoinedCount,
  User,
  UserFacets,
  UserListQuery,
  UserPage,
  UserSummary,
} from '@rapport/core/entities/users/user.ts'
import { summarize } from '@rapport/core/statistics/summary.ts'
import { countJoinedBetween } from '@rapport/core/statistics/user-counts.ts'
import {
  keepPreviousData,
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { client } from './api.ts'
import { hiddenRecordsMessage, withHiddenCount } from './hidden-records.ts'
import { queryKeys } from './query-keys.ts'
import { useExtensions } from './settings.queries.ts'
import { useLoad } from './use-load.ts'

async function loadUsers(signal: AbortSignal, query: UserListQuery = {}) {
  const { list, hiddenCount } = await withHiddenCount((options) =>
    client.call('listUsers', { query }, { ...options, signal }),
  )
  const { total = list.users.length, total_is_minimum: totalIsMinimum = false } = list
  return { ...list, total, totalIsMinimum, hiddenCount }
}

/** Matching users of a page, with `total` on all pages, at least. The server counts values and facets, unless it cannot. */
export type UserListing = Partial<UserPage> & { users: readonly User[]; total: number; totalIsMinimum: boolean }

const userPageQuery = (query: UserListQuery) =>
  queryOptions({
    queryKey: queryKeys.users.list(query),
    queryFn: ({ signal }) => loadUsers(signal, query),
    placeholderData: keepPreviousData,
  })

/** All users in one response, for servers without `paging`. */
const allUsersQuery = queryOptions({
  queryKey: queryKeys.users.unpaged,
  queryFn: ({ signal }) => loadUsers(signal),
  // Comparing 100,000 users with the previous ones would block the page.
  structuralSharing: false,
  // The response is too large to reload each time the window gets the focus.
  refetchOnWindowFocus: false,
})

/** Returns whether the server has `paging`; `isKnown` is false until the extensions have loaded. */
function usePaging() {
  const { isKnown, has } = useExtensions()
  return { isKnown, isPaged: has('paging') }
}

/** Queries a server with `paging`, or computes the same from all users. `selectFromAll` runs again whenever it changes. */
function usePagedOrAll<Page, Data, Key extends QueryKey>(
  paging: UseQueryOptions<Page, Error, Data, Key>,
  selectFromAll: (all: { users: User[] }) => Data,
): UseQueryResult<Data> {
  const { isKnown, isPaged } = usePaging()
  const pageQuery = useQuery({ ...paging, enabled: isKnown && isPaged })
  const allQuery = useQuery({ ...allUsersQuery, select: selectFromAll, enabled: isKnown && !isPaged })
  return isPaged ? pageQuery : allQuery
}

/** The number of newest users that the dashboard lists (specification, section 9). */
export const RECENT_USERS = 5

/** The newest users and the counts of all users, for servers with `paging`. */
const recentUsersQuery = userPageQuery({ page: 1, page_size: RECENT_USERS, sort: '-joined_date' })

const firstUsers = ({ users }: { users: User[] }): User[] => users.slice(0, RECENT_USERS)

/** Returns the newest users or, without `paging`, the first of the list. */
export const useRecentUsers = () => usePagedOrAll({ ...recentUsersQuery, select: firstUsers }, firstUsers)

const toSummary = ({ users }: { users: User[] }): UserSummary | undefined => summarize(users)

/** Counts all users. */
export const useUserSummary = () => usePagedOrAll({ ...recentUsersQuery, select: ({ summary }) => summary }, toSummary)

/** Counts the users who joined between neighbouring bounds, in Unix seconds. Memoise both arguments. */
export function useJoinedCounts<Data>(bounds: number[], select: (counts: readonly JoinedCount[]) => Data) {
  const selectFromAll = useCallback(
    ({ users }: { users: User[] }) => select(countJoinedBetween(users, bounds)),
    [bounds, select],
  )
  const pageQuery = queryOptions({
    queryKey: queryKeys.users.joined(bounds),
    queryFn: async ({ signal }) => {
      const query = { page: 1, page_size: 1, joined_bounds: bounds }
      const { joined } = await client.call('listUsers', { query }, { signal })
      if (!joined) throw new Error('The response has no sign-up counts.')
      return joined
    },
    select,
  })
  return usePagedOrAll(pageQuery, selectFromAll)
}

/** Returns what to search for: in memory what is typed, on a server what was typed when typing last paused. */
export function useSearchPace<Search>({ typed, paused }: { typed: Search; paused: Search }): Search {
  return usePaging().isPaged ? paused : typed
}

/** Finds matching users, on the server if it has `paging`, otherwise in the list of all. Memoise `query`. */
export function useUserList(query: UserListQuery, { enabled = true } = {}) {
  const cache = useQueryClient()
  const { isKnown, isPaged } = usePaging()
  const page = useQuery({ ...userPageQuery(query), enabled: enabled && isKnown && isPaged })
  const all = useQuery({ ...allUsersQuery, enabled: enabled && isKnown && !isPaged })

  // Not deferred, because even 100,000 users are filtered within a frame.
  const selected = useMemo(
    () => (enabled && all.data ? { ...all.data, ...selectUsers(all.data.users, query) } : undefined),
    [all.data, query, enabled],
  )
  const source = isPaged ? page : all
  return {
    listing: isPaged ? page.data : selected,
    /** Whether the server searches and pages; otherwise all users are in memory. */
    isPaged,
    /** Message about records that cannot be shown. */
    hiddenRecordsMessage: source.data && hiddenRecordsMessage(source.data),
    /** All users, from a server without `paging`. */
    allUsers: all.data?.users,
    /** Whether the rows are still those of the previous query. */
    isStale: isPaged && page.isPlaceholderData,
    /** Loads another page of the same query. Rejects with an `ApiError`. */
    readPage: async (number: number): Promise<readonly User[]> => {
      const pageQuery = { ...query, page: number }
      return (
        isPaged ? await cache.ensureQueryData(userPageQuery(pageQuery)) : selectUsers(all.data?.users ?? [], pageQuery)
      ).users
    },
    /** The query behind `listing`. After a failed reload, `listing` is from the previous one. */
    query: source,
  }
}

/** Counts the users with each value of a filter, where the other filters apply; undefined until the first response. */
export function useUserFacets(filter: UserFilter): UserFacets | undefined {
  const query = useMemo(() => ({ ...filter, page: 1, page_size: 1, facets: true }), [filter])
  return useUserList(query).listing?.facets
}

export type UserFilter = Omit<UserListQuery, 'page' | 'page_size'>

/** Loads the matching users of all pages, in list order. Passes error messages to `onError`. */
export function useMatchingUsers(filter: UserFilter, onError: (message: string | undefined) => void) {
  const cache = useQueryClient()
  const { isPaged } = usePaging()
  const read = async (signal: AbortSignal): Promise<readonly User[]> => {
    // Without `page`, a server with `paging` sends all matches.
    if (isPaged) return (await client.call('listUsers', { query: filter }, { signal })).users
    const { users } = await cache.ensureQueryData(allUsersQuery)
    return selectUsers(users, filter).users
  }
  return useLoad(read, 'listUsers', onError)
}
