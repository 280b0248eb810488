import type { Extension } from '@rapport/core/api/operations.ts'
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from './settings.queries.ts'

/** Returns the server's extensions: undefined while they load, empty after a failure. */
export function useExtensions(): readonly string[] | undefined {
  const { data, isPending } = useQuery(settingsQuery)
  return isPending ? undefined : (data?.extensions ?? NONE)
}

export function hasExtension(extensions: readonly string[] | undefined, extension: Extension): boolean {
  return extensions?.includes(extension) ?? false
}

/** Returns whether the server has `paging`; `isKnown` is false until the extensions have loaded. */
export function usePaging(): { isKnown: boolean; hasServerPaging: boolean } {
  const extensions = useExtensions()
  return { isKnown: extensions !== undefined, hasServerPaging: hasExtension(extensions, 'paging') }
}

const NONE: readonly string[] = []
