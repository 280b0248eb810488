import { selectUsers } from '@rapport/core/client/select-users.ts'
import type { User, UserListQuery } from '@rapport/core/entities/users/user.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { client as server } from '#data/api.ts'
import { usePaging } from '#data/extensions.ts'
import { allUsersQuery } from '#data/users.queries.ts'
import { errorText } from '#ui/feedback/error-text.ts'

/** A query of the users list without its page. */
export type UserFilter = Omit<UserListQuery, 'page' | 'page_size'>

/** Loads the matching users of all pages, in list order. Passes error messages to `onError`. */
export function useMatchingUsers(filter: UserFilter, onError: (message: string | undefined) => void) {
  const client = useQueryClient()
  const { hasServerPaging } = usePaging()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const { mutate, isPending, reset } = useMutation({
    mutationFn: async (signal: AbortSignal): Promise<readonly User[]> => {
      // Without `page`, a server with `paging` sends all matches.
      if (hasServerPaging) return (await server.call('listUsers', { query: filter }, { signal })).users
      const { users } = await client.ensureQueryData(allUsersQuery)
      return selectUsers(users, filter).users
    },
  })
  return {
    isLoading: isPending,
    load: (onLoaded: (users: readonly User[]) => void) => {
      controller.current = new AbortController()
      onError(undefined)
      mutate(controller.current.signal, {
        onSuccess: onLoaded,
        onError: (error) => onError(errorText('listUsers', error)),
      })
    },
    cancel: () => {
      controller.current?.abort()
      reset()
    },
  }
}
