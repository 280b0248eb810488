import { paths } from '#platform/paths.ts'

const all = `${paths.users}?range=all`

/** Paths of the users behind each count. */
export const USER_LISTS = {
  total: all,
  active: `${all}&status=active`,
  pro: `${all}&role=admin`,
  basic: `${all}&role=user`,
} as const
