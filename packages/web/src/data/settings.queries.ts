import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Extension } from '@rapport/core/api/operations.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { logFailure } from '#platform/log-failure.ts'
import { completeSession } from '#session/session.ts'
import { queryKeys } from './query-keys.ts'

/** The admin's settings and the server's extensions, loaded once per session. */
export const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: async ({ signal }) => {
    try {
      const settings = await unwrap(api.GET('/api/admin/get-settings', { signal }))
      completeSession(settings.email)
      return settings
    } catch (error) {
      // Specification, section 7: a 401 opens /signin, which the API client does; other errors are only logged.
      logFailure('The settings could not be loaded.', error)
      throw error
    }
  },
  staleTime: Infinity,
})

/** Undefined while loading, empty after a failure. */
export function useExtensions(): readonly string[] | undefined {
  const { data, isPending } = useQuery(settingsQuery)
  return isPending ? undefined : (data?.extensions ?? NONE)
}

export function hasExtension(extensions: readonly string[] | undefined, extension: Extension): boolean {
  return extensions?.includes(extension) ?? false
}

/** `isKnown` is false until the extensions have loaded. */
export function usePaging(): { isKnown: boolean; hasServerPaging: boolean } {
  const extensions = useExtensions()
  return { isKnown: extensions !== undefined, hasServerPaging: hasExtension(extensions, 'paging') }
}

const NONE: readonly string[] = []
