import type { User } from '@rapport/core/users/user.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { settingsQuery } from '#data/settings-query.ts'

export const OWN_ACCOUNT = 'This is your own account: it cannot be deleted here.'

/** Tells whether a user is the signed-in admin, by the e-mail address of the settings. */
export function useIsOwn(): (user: User) => boolean {
  const own = useQuery(settingsQuery).data?.email?.trim().toLowerCase()
  return useMemo(() => (user) => Boolean(own) && user.email?.trim().toLowerCase() === own, [own])
}
