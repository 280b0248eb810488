import { unwrap } from '@rapport/core/api/unwrap.ts'
import { indexUsers, type UserIndex } from '@rapport/core/users/index-users.ts'
import type { User, UserListQuery } from '@rapport/core/users/user.ts'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api } from './api.ts'
import { prepareWhenIdle } from './idle-work.ts'
import { queryKeys } from './query-keys.ts'
import { readUsers } from './read-users.ts'
import { usePaging } from './settings-query.ts'
import { useStepwise } from './stepwise.ts'

const userPageQuery = (query: UserListQuery) =>
  queryOptions({
    queryKey: queryKeys.users.list(query),
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/users', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })

/** All users in one answer. */
export const everyoneQuery = queryOptions({
  queryKey: queryKeys.users.everyone,
  queryFn: ({ signal }) => readUsers(signal),
  // To look for what is the same in 100,000 users would keep the screen waiting.
  structuralSharing: false,
  // So large an answer is not for every look back at the window.
  refetchOnWindowFocus: false,
})

const indexes = new WeakMap<readonly User[], UserIndex>()

/** The index of a list of users, made once for all who look into the same list. */
export function indexOf(users: readonly User[]): UserIndex {
  const index = indexes.get(users) ?? indexUsers(users)
  indexes.set(users, index)
  return index
}

/** Users on the dashboard (specification, section 9). */
export const RECENT_USERS = 5

/** The newest users, and the counts of all; for servers with `paging`. */
export const recentUsersQuery = userPageQuery({ page: 1, page_size: RECENT_USERS, sort: '-joined_date' })

/** The users that the dashboard shows: the newest, or the first of the list where the server only has that. */
export function useRecentUsers() {
  const { known, paged } = usePaging()
  const page = useQuery({ ...recentUsersQuery, enabled: known && paged })
  const everyone = useQuery({ ...everyoneQuery, enabled: known && !paged })
  const source = paged ? page : everyone
  return {
    users: source.data?.users.slice(0, RECENT_USERS),
    error: source.error,
    retrying: source.isFetching,
    retry: source.refetch,
  }
}

/** What of the users is shown, and how many there are. */
export interface UserListing {
  users: readonly User[]
  /** Matches on all pages. */
  total: number
  /** All users, matching or not; undefined when the server did not say. */
  everyone: number | undefined
}

/** The users that match, by the server where it offers `paging`, else picked from all of them here. */
export function useUserList(query: UserListQuery, { enabled = true } = {}) {
  const { known: isKnown, paged } = usePaging()
  const known = enabled && isKnown
  const page = useQuery({ ...userPageQuery(query), enabled: known && paged })
  const everyone = useQuery({ ...everyoneQuery, enabled: known && !paged })

  const onePage = page.data
  const all = everyone.data
  const index = useMemo(() => all && indexOf(all.users), [all])
  useEffect(() => index && prepareWhenIdle(index.prepare), [index])
  const start = useMemo(() => (enabled && index ? () => index.select(query) : undefined), [index, query, enabled])
  const { result: selected, stale } = useStepwise(start)
  const listing = useMemo((): UserListing | undefined => {
    if (onePage) {
      return { users: onePage.users, total: onePage.total ?? onePage.users.length, everyone: onePage.summary?.total }
    }
    return selected && { users: selected.users, total: selected.total, everyone: selected.summary.total }
  }, [onePage, selected])

  const source = paged ? page : everyone
  return {
    listing,
    /** The rows are those of the last query while the new ones are on their way. */
    stale: paged ? page.isPlaceholderData : stale,
    /** Why it could not be loaded; with a listing, it is what was there before. */
    error: source.error,
    retrying: source.isFetching,
    retry: source.refetch,
  }
}

/** Deletes a user at the server; rejects with an `ApiError`. */
export async function deleteUser(id: User['id']): Promise<void> {
  await unwrap(api.DELETE('/api/admin/users/{id}', { params: { path: { id: String(id) } } }))
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
