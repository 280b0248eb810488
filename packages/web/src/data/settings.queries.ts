import type { Extension } from '@rapport/core/api/operations.ts'
import { DEFAULT_STORES } from '@rapport/core/api/stores.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { logFailure } from '#platform/log-failure.ts'
import { addMissingEmail } from '#session/session.ts'
import { client } from './api.ts'
import { queryKeys } from './query-keys.ts'

/** The extensions of the last response, whose links have their place until the next one. */
const EXTENSIONS = 'extensions'

/** The admin's settings and the server's extensions, loaded once per session. */
export const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: async ({ signal }) => {
    try {
      const settings = await client.call('getSettings', {}, { signal })
      addMissingEmail(settings.email)
      localStorage.setItem(EXTENSIONS, (settings.extensions ?? []).join(' '))
      return settings
    } catch (error) {
      // Specification, section 7: a 401 opens /signin, as in every call; other errors are only logged.
      logFailure('The settings could not be loaded.', error)
      throw error
    }
  },
  staleTime: Infinity,
})

/** Returns which extensions the server has: while they load, those of last time; after a failure, none. */
export function useExtensions() {
  const { data, isPending } = useQuery(settingsQuery)
  const extensions: readonly string[] = isPending
    ? (localStorage.getItem(EXTENSIONS) ?? '').split(' ')
    : (data?.extensions ?? [])
  return { isKnown: !isPending, has: (extension: Extension) => extensions.includes(extension) }
}

/** Returns true if deleting for good needs a reason. */
export function useRequiresReason(): boolean {
  return useQuery(settingsQuery).data?.requires_reason ?? false
}

/** Returns the stores that the products are sold in. */
export function useStores() {
  return useQuery(settingsQuery).data?.stores ?? DEFAULT_STORES
}
