import { paths } from '#platform/paths.ts'

const ALL_USERS = `${paths.users}?range=all`

/** Paths of the users behind each count. */
export const USER_LIST_PATHS = {
  total: ALL_USERS,
  active: `${ALL_USERS}&status=active`,
  pro: `${ALL_USERS}&role=admin`,
  basic: `${ALL_USERS}&role=user`,
} as const
