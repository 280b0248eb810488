import { paths } from '#platform/paths.ts'

const all = `${paths.users}?range=all`

/** The lists that the counts of the dashboard lead to. */
export const USER_LISTS = {
  total: all,
  active: `${all}&status=active`,
  pro: `${all}&role=admin`,
  basic: `${all}&role=user`,
} as const
