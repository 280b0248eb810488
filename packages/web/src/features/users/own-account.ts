import type { User } from '@rapport/core/entities/users/user.ts'
import { uniqueKey } from '@rapport/core/text/unique-keys.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { settingsQuery } from '#data/settings.queries.ts'
import { useIsOnline } from '#platform/use-is-online.ts'

export const ownAccountHint = (past: string) => `This is your own account: it cannot be ${past} here.`

/** Returns the signed-in admin's email; undefined if the settings are not loaded. */
export function useOwnEmail(): string | undefined {
  return uniqueKey(useQuery(settingsQuery).data?.email?.trim() ?? '') || undefined
}

export function useIsOwn(): (user: User) => boolean {
  const ownEmail = useOwnEmail()
  return useMemo(() => (user) => ownEmail !== undefined && uniqueKey(user.email?.trim() ?? '') === ownEmail, [ownEmail])
}

/** Returns why users cannot be deleted, or `past`, now; undefined if they can. */
export function useDeletionHint(isOwn = false, past = 'deleted'): string | undefined {
  const isOnline = useIsOnline()
  if (isOwn) return ownAccountHint(past)
  return isOnline ? undefined : 'No connection.'
}
