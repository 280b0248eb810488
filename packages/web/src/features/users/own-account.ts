import type { User } from '@rapport/core/entities/users/user.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { settingsQuery } from '#data/settings.queries.ts'

export const OWN_ACCOUNT = 'This is your own account: it cannot be deleted here.'

/** The e-mail address of the signed-in admin; undefined when the settings could not be loaded. */
export function useOwnEmail(): string | undefined {
  return useQuery(settingsQuery).data?.email?.trim().toLowerCase() || undefined
}

/** Tells whether a user is the signed-in admin, by the e-mail address of the settings. */
export function useIsOwn(): (user: User) => boolean {
  const own = useOwnEmail()
  return useMemo(() => (user) => own !== undefined && user.email?.trim().toLowerCase() === own, [own])
}
