import { TIER_ROLES } from '@rapport/core/statistics/summary.ts'
import { paths } from '#platform/paths.ts'

const ALL_USERS = `${paths.users}?range=all`

/** Paths of the lists of the users behind each count. */
export const USER_LIST_PATHS = {
  total: ALL_USERS,
  active: `${ALL_USERS}&status=active`,
  pro: `${ALL_USERS}&role=${TIER_ROLES.pro}`,
  basic: `${ALL_USERS}&role=${TIER_ROLES.basic}`,
} as const
