import { selectUsers } from '@rapport/core/client/select-users.ts'
import type { User, UserListQuery, ValueCount } from '@rapport/core/entities/users/user.ts'
import {
  keepPreviousData,
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { client as server } from './api.ts'
import { usePaging } from './extensions.ts'
import { hiddenRecordsMessage, withHiddenCount } from './hidden-records.ts'
import { queryKeys } from './query-keys.ts'

async function loadUsers(signal: AbortSignal, query: UserListQuery = {}) {
  const { list, hiddenCount } = await withHiddenCount((options) =>
    server.call('listUsers', { query }, { ...options, signal }),
  )
  return { ...list, hiddenCount }
}

const userPageQuery = (query: UserListQuery) =>
  queryOptions({
    queryKey: queryKeys.users.list(query),
    queryFn: ({ signal }) => loadUsers(signal, query),
    placeholderData: keepPreviousData,
  })

/** All users in one response, for servers without `paging`. */
export const allUsersQuery = queryOptions({
  queryKey: queryKeys.users.unpaged,
  queryFn: ({ signal }) => loadUsers(signal),
  // Comparing 100,000 users with the previous ones would block the page.
  structuralSharing: false,
  // The response is too large to reload each time the window gets the focus.
  refetchOnWindowFocus: false,
})

/** The number of newest users that the dashboard lists (specification, section 9). */
export const RECENT_USERS = 5

/** The newest users and the counts of all users, for servers with `paging`. */
export const recentUsersQuery = userPageQuery({ page: 1, page_size: RECENT_USERS, sort: '-joined_date' })

/**
 * Queries a server with `paging`, or computes the same from all users. Keep `selectFromAll` at module scope or memoise
 * it: it runs again whenever it changes.
 */
export function usePagedOrAll<Page, Data, Key extends QueryKey>(
  paging: UseQueryOptions<Page, Error, Data, Key>,
  selectFromAll: (all: Awaited<ReturnType<typeof loadUsers>>) => Data,
): UseQueryResult<Data> {
  const { isKnown, hasServerPaging } = usePaging()
  const pageQuery = useQuery({ ...paging, enabled: isKnown && hasServerPaging })
  const allQuery = useQuery({ ...allUsersQuery, select: selectFromAll, enabled: isKnown && !hasServerPaging })
  return hasServerPaging ? pageQuery : allQuery
}

const firstUsers = ({ users }: { users: User[] }): User[] => users.slice(0, RECENT_USERS)

/** Returns the newest users or, without `paging`, the first of the list. */
export const useRecentUsers = () => usePagedOrAll({ ...recentUsersQuery, select: firstUsers }, firstUsers)

export interface UserListing {
  users: readonly User[]
  /** Number of matches on all pages. */
  total: number
  /** Whether there are more matches than `total`. */
  totalIsMinimum: boolean
  /** Statuses and roles with their numbers of users; undefined if the server does not count them. */
  statuses: readonly ValueCount[] | undefined
  roles: readonly ValueCount[] | undefined
}

/** Finds matching users, on the server if it has `paging`, otherwise in the list of all. Memoise `query`. */
export function useUserList(query: UserListQuery, { enabled = true } = {}) {
  const client = useQueryClient()
  const { isKnown, hasServerPaging } = usePaging()
  const page = useQuery({ ...userPageQuery(query), enabled: enabled && isKnown && hasServerPaging })
  const all = useQuery({ ...allUsersQuery, enabled: enabled && isKnown && !hasServerPaging })

  const allUsers = all.data?.users
  // Not deferred, because even 100,000 users are filtered within a frame.
  const selectedUsers = useMemo(
    () => (enabled && allUsers ? selectUsers(allUsers, query) : undefined),
    [allUsers, query, enabled],
  )
  const response = hasServerPaging ? page.data : selectedUsers
  const listing = useMemo(
    (): UserListing | undefined =>
      response && {
        users: response.users,
        total: response.total ?? response.users.length,
        totalIsMinimum: response.total_is_minimum ?? false,
        statuses: response.statuses,
        roles: response.roles,
      },
    [response],
  )
  const source = hasServerPaging ? page : all
  return {
    listing,
    /** Message about records that cannot be shown. */
    hiddenRecordsMessage: source.data && hiddenRecordsMessage(source.data),
    /** All users, from a server without `paging`. */
    allUsers,
    /** Whether the rows are still those of the previous query. */
    isStale: hasServerPaging && page.isPlaceholderData,
    /** Loads another page of the same query. Rejects with an `ApiError`. */
    readPage: async (number: number): Promise<readonly User[]> => {
      const pageQuery = { ...query, page: number }
      return (
        hasServerPaging
          ? await client.ensureQueryData(userPageQuery(pageQuery))
          : selectUsers(allUsers ?? [], pageQuery)
      ).users
    },
    /** The query behind `listing`. After a failed reload, `listing` is from the previous one. */
    query: source,
  }
}
