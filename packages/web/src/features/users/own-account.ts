import type { User } from '@rapport/core/entities/users/user.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { settingsQuery } from '#data/settings.queries.ts'

export const OWN_ACCOUNT = 'This is your own account: it cannot be deleted here.'

/** Returns the signed-in admin's email; undefined if the settings failed to load. */
export function useOwnEmail(): string | undefined {
  return useQuery(settingsQuery).data?.email?.trim().toLowerCase() || undefined
}

/** Returns a function that recognises the signed-in admin by email. */
export function useIsOwn(): (user: User) => boolean {
  const own = useOwnEmail()
  return useMemo(() => (user) => own !== undefined && user.email?.trim().toLowerCase() === own, [own])
}
