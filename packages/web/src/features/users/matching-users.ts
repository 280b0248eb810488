import { unwrap } from '@rapport/core/api/unwrap.ts'
import { messageFor } from '@rapport/core/text/error-messages.ts'
import { selectUsers } from '@rapport/core/entities/users/select-users.ts'
import type { User, UserListQuery } from '@rapport/core/entities/users/user.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '#data/api.ts'
import { usePaging } from '#data/settings.queries.ts'
import { allUsersQuery } from '#data/users.queries.ts'

/** What to ask of the users, whichever page of them is shown. */
export type UserFilter = Omit<UserListQuery, 'page' | 'page_size'>

/** Loads all users that match, on all pages, in the list's order. Failures go to `onProblem` as text. */
export function useMatchingUsers(filter: UserFilter, onProblem: (text: string | undefined) => void) {
  const client = useQueryClient()
  const { hasServerPaging } = usePaging()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const { mutate, isPending, reset } = useMutation({
    mutationFn: async (signal: AbortSignal): Promise<readonly User[]> => {
      // Without a page a server with `paging` answers all matches, too.
      if (hasServerPaging)
        return (await unwrap(api.GET('/api/admin/users', { params: { query: filter }, signal }))).users
      const { users } = await client.ensureQueryData(allUsersQuery)
      return selectUsers(users, filter).users
    },
  })
  return {
    loading: isPending,
    load: (onLoaded: (users: readonly User[]) => void) => {
      controller.current = new AbortController()
      onProblem(undefined)
      mutate(controller.current.signal, {
        onSuccess: onLoaded,
        onError: (error) => onProblem(messageFor('listUsers', error)),
      })
    },
    cancel: () => {
      controller.current?.abort()
      reset()
    },
  }
}
