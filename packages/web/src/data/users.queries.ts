import { unwrap } from '@rapport/core/api/unwrap.ts'
import { selectUsers } from '@rapport/core/entities/users/select-users.ts'
import type { User, UserListQuery, ValueCount } from '@rapport/core/entities/users/user.ts'
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from './api.ts'
import { hiddenText, withHidden } from './hidden-records.ts'
import { queryKeys } from './query-keys.ts'
import { usePaging } from './settings.queries.ts'
import type { DeleteVariables } from './trash.ts'

async function loadUsers(signal: AbortSignal, query: UserListQuery = {}) {
  const call = api.GET('/api/admin/users', { params: { query }, signal })
  const { list, hidden } = await withHidden((options) => unwrap(call, options))
  return { ...list, hidden }
}

const userPageQuery = (query: UserListQuery) =>
  queryOptions({
    queryKey: queryKeys.users.list(query),
    queryFn: ({ signal }) => loadUsers(signal, query),
    placeholderData: keepPreviousData,
  })

/** All users in one answer, for servers without `paging`. */
export const allUsersQuery = queryOptions({
  queryKey: queryKeys.users.unpaged,
  queryFn: ({ signal }) => loadUsers(signal),
  // Comparing 100,000 users with the ones before would block the screen.
  structuralSharing: false,
  // The answer is too large to be fetched again each time the window gets the focus.
  refetchOnWindowFocus: false,
})

/** Users on the dashboard (specification, section 9). */
export const RECENT_USERS = 5

/** The newest users, and the counts of all; for servers with `paging`. */
export const recentUsersQuery = userPageQuery({ page: 1, page_size: RECENT_USERS, sort: '-joined_date' })

/**
 * What a server with `paging` answers; elsewhere the same is worked out of all users. `ofAll` runs again when it is another
 * function, so keep it at module scope or memoise it.
 */
export function usePagedOrAll<Answer, Data, Key extends QueryKey>(
  paging: UseQueryOptions<Answer, Error, Data, Key>,
  ofAll: (all: Awaited<ReturnType<typeof loadUsers>>) => Data,
): UseQueryResult<Data> {
  const { isKnown, hasServerPaging } = usePaging()
  const pageQuery = useQuery({ ...paging, enabled: isKnown && hasServerPaging })
  const allQuery = useQuery({ ...allUsersQuery, select: ofAll, enabled: isKnown && !hasServerPaging })
  return hasServerPaging ? pageQuery : allQuery
}

const firstUsers = ({ users }: { users: User[] }): User[] => users.slice(0, RECENT_USERS)

/** The users that the dashboard shows: the newest, or the first of the list where the server only has that. */
export const useRecentUsers = () => usePagedOrAll({ ...recentUsersQuery, select: firstUsers }, firstUsers)

/** One page of the users that match. */
export interface UserListing {
  users: readonly User[]
  /** Matches on all pages. */
  total: number
  /** There are more matches than `total`: the server stopped counting. */
  totalIsMinimum: boolean
  /** All statuses and roles with their users; undefined when the server does not count them. */
  statuses: readonly ValueCount[] | undefined
  roles: readonly ValueCount[] | undefined
}

/** The users that match: found by the server where it offers `paging`, otherwise here among all of them. Memoise `query`. */
export function useUserList(query: UserListQuery, { enabled = true } = {}) {
  const client = useQueryClient()
  const { isKnown, hasServerPaging } = usePaging()
  const page = useQuery({ ...userPageQuery(query), enabled: enabled && isKnown && hasServerPaging })
  const all = useQuery({ ...allUsersQuery, enabled: enabled && isKnown && !hasServerPaging })

  const allUsers = all.data?.users
  // Not deferred: even with 100,000 users the rows are ready within the frame of the keystroke.
  const selected = useMemo(
    () => (enabled && allUsers ? selectUsers(allUsers, query) : undefined),
    [allUsers, query, enabled],
  )
  const answer = hasServerPaging ? page.data : selected
  const listing = useMemo(
    (): UserListing | undefined =>
      answer && {
        users: answer.users,
        total: answer.total ?? answer.users.length,
        totalIsMinimum: answer.total_is_minimum ?? false,
        statuses: answer.statuses,
        roles: answer.roles,
      },
    [answer],
  )
  const source = hasServerPaging ? page : all
  return {
    listing,
    /** Says how many records of the answer are not shown. */
    hiddenRecords: source.data && hiddenText(source.data),
    /** All users, from a server without `paging`. */
    allUsers,
    /** The rows are those of the last query while the new ones are being loaded. */
    stale: hasServerPaging && page.isPlaceholderData,
    /** Reads another page of the same query; rejects with an `ApiError`. */
    readPage: async (number: number): Promise<readonly User[]> => {
      const asked = { ...query, page: number }
      return (hasServerPaging ? await client.ensureQueryData(userPageQuery(asked)) : selectUsers(allUsers ?? [], asked))
        .users
    },
    /** The last load; after an error, the listing is older. */
    query: source,
  }
}

/** Deletes a user; rejects with an `ApiError`. */
export async function deleteUser({ id, batch }: DeleteVariables): Promise<void> {
  const query = batch === undefined ? {} : { batch }
  await unwrap(api.DELETE('/api/admin/users/{id}', { params: { path: { id: String(id) }, query } }))
}

/** Deletes a user for good, on a server with a trash; rejects with an `ApiError`. */
export async function eraseUser(id: User['id']): Promise<void> {
  await unwrap(api.DELETE('/api/admin/users/{id}', { params: { path: { id: String(id) }, query: { erase: true } } }))
}

/** Deletes a user, then reloads every list of users; also after a failure, which may mean that the user is gone. */
export function useDeleteUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: deleteUser,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.users.all })
    },
  })
}
