import { unwrap } from '@rapport/core/api/unwrap.ts'
import { ApiError } from '@rapport/core/api/api-error.ts'
import type { Extension } from '@rapport/core/operations.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { logFailure } from './log-failure.ts'
import { isWorthRetrying } from './query-client.ts'
import { queryKeys } from './query-keys.ts'

/** The signed-in admin's settings and the server's extensions, asked for once per session. */
export const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: async ({ signal }) => {
    try {
      return await unwrap(api.GET('/api/admin/get-settings', { signal }))
    } catch (error) {
      // Section 7: "A 401 goes to /signin" (the client sees to it), "other errors are only logged".
      logFailure('The settings could not be loaded.', error)
      throw error
    }
  },
  staleTime: Infinity,
  // Much hangs on it: also a fault that seldom passes gets one more try.
  retry: (failures, error) => isWorthRetrying(failures, error) || (failures === 0 && isServerFault(error)),
})

function isServerFault(error: Error): boolean {
  return error instanceof ApiError && error.status !== undefined && error.status >= 500
}

/** Whether a server pages that cannot say so in its settings: its answer to the question for one page tells. */
const pagingProbe = queryOptions({
  queryKey: queryKeys.paging,
  queryFn: async ({ client, signal }) => {
    const answer = await unwrap(api.GET('/api/admin/users', { params: { query: { page: 1, page_size: 1 } }, signal }))
    if (answer.total !== undefined) return true
    // These are all there are: they need not be fetched again.
    client.setQueryData(queryKeys.users.unpaged, answer)
    return false
  },
  staleTime: Infinity,
})

/** Which of the contract's extensions the server offers; undefined until it is known, empty when it cannot be. */
export function useExtensions(): readonly string[] | undefined {
  const { data, isPending } = useQuery(settingsQuery)
  return isPending ? undefined : (data?.extensions ?? NONE)
}

/** Whether a list of extensions, known by now, has this one. */
export function offers(extensions: readonly string[] | undefined, extension: Extension): boolean {
  return extensions?.includes(extension) ?? false
}

/** Whether the server answers users by the page, and whether that is known yet. Never all are asked for by mistake. */
export function usePaging(): { known: boolean; paged: boolean } {
  const settings = useQuery(settingsQuery)
  const probe = useQuery({ ...pagingProbe, enabled: settings.isError })
  if (settings.data) return { known: true, paged: offers(settings.data.extensions, 'paging') }
  if (probe.data !== undefined) return { known: true, paged: probe.data }
  // With neither to be had, a page is asked for, whose failure the screen shows.
  return { known: settings.isError && probe.isError, paged: true }
}

const NONE: readonly string[] = []
