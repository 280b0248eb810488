import {
  joinedAt,
  NO_PLAN,
  NOT_ACTIVE,
  NOT_SET,
  type JoinedCount,
  type User,
  type UserFacets,
  type UserListQuery,
  type ValueCount,
} from '../entities/users/user.ts'
import { isUnder16, toTier } from './summary.ts'

/** Users with the same values; `users` is their number, which defaults to one. */
export type UserGroup = Pick<User, 'status' | 'role' | 'gender' | 'age' | 'profile_completed'> & { users?: number }

/** Counts users by status or role, sorted by value. Users without one are left out. */
export function countValues(
  groups: readonly Pick<UserGroup, 'status' | 'role' | 'users'>[],
  field: 'status' | 'role',
): ValueCount[] {
  const counts = new Map<string, number>()
  for (const { [field]: value, users = 1 } of groups) if (value) counts.set(value, (counts.get(value) ?? 0) + users)
  return sortByValue(counts)
}

/** Sorts by code unit, which no locale or database setting changes. */
function sortByValue(counts: ReadonlyMap<string, number>): ValueCount[] {
  return [...counts]
    .flatMap(([value, users]) => (users > 0 ? { value, users } : []))
    .toSorted((a, b) => (a.value < b.value ? -1 : 1))
}

type FacetName = keyof UserFacets
type Test = (user: UserGroup) => boolean

const FACET_VALUES: Readonly<Record<FacetName, (user: UserGroup) => string>> = {
  status: ({ status }) => status || NOT_SET,
  role: ({ role }) => role || NOT_SET,
  gender: ({ gender }) => gender || NOT_SET,
  age: (user) => (isUnder16(user) ? 'under_16' : typeof user.age === 'number' ? 'other' : 'not_set'),
  profile_completed: ({ profile_completed }) => (profile_completed === true ? 'yes' : 'no'),
}

const FACET_NAMES = ['status', 'role', 'gender', 'age', 'profile_completed'] as const satisfies readonly FacetName[]

/** Returns the tests of the filters by value. One that the query does not have lets every user pass. */
export function facetTests(query: UserListQuery): Record<FacetName, Test> {
  const { age_from, age_to, age_not_set = false, profile_completed } = query
  const isAgeRange = age_from !== undefined || age_to !== undefined
  const hasOneOf = (
    name: 'status' | 'role' | 'gender',
    isOther?: (user: UserGroup, values: Set<string>) => boolean,
  ) => {
    const values = new Set(query[name])
    return (user: UserGroup) =>
      values.size === 0 || values.has(FACET_VALUES[name](user)) || (isOther?.(user, values) ?? false)
  }
  return {
    status: hasOneOf('status', ({ status }, values) => status !== 'active' && values.has(NOT_ACTIVE)),
    role: hasOneOf('role', ({ role }, values) => toTier(role) === 'none' && values.has(NO_PLAN)),
    gender: hasOneOf('gender'),
    age({ age }) {
      if (typeof age !== 'number') return age_not_set || !isAgeRange
      return isAgeRange ? age >= (age_from ?? age) && age <= (age_to ?? age) : !age_not_set
    },
    profile_completed: (user) =>
      profile_completed === undefined || (user.profile_completed === true) === profile_completed,
  }
}

/** Counts users, who match the search and the dates, for each facet by the filters of the other facets. */
export function countFacets(groups: Iterable<UserGroup>, query: UserListQuery): UserFacets {
  const tests = facetTests(query)
  const counts = new Map(FACET_NAMES.map((name) => [name, new Map<string, number>()]))
  for (const group of groups) {
    const failed = FACET_NAMES.filter((name) => !tests[name](group))
    if (failed.length > 1) continue
    for (const name of failed.length === 0 ? FACET_NAMES : failed) {
      const value = FACET_VALUES[name](group)
      counts.get(name)?.set(value, (counts.get(name)?.get(value) ?? 0) + (group.users ?? 1))
    }
  }
  const listOf = (name: FacetName) => sortByValue(counts.get(name) ?? new Map())
  const countOf = (name: FacetName, value: string) => counts.get(name)?.get(value) ?? 0
  return {
    status: listOf('status'),
    role: listOf('role'),
    gender: listOf('gender'),
    age: { under_16: countOf('age', 'under_16'), not_set: countOf('age', 'not_set') },
    profile_completed: { yes: countOf('profile_completed', 'yes'), no: countOf('profile_completed', 'no') },
  }
}

/** Counts the users who joined between neighbouring bounds, given in seconds since 1970 in ascending order. */
export function countJoinedBetween(users: readonly User[], bounds: readonly number[]): JoinedCount[] {
  const counts = bounds.slice(1).map((): JoinedCount => ({ total: 0, pro: 0, basic: 0 }))
  for (const user of users) {
    const joinedMs = joinedAt(user)?.getTime()
    if (joinedMs === undefined) continue
    const count = counts[bounds.findLastIndex((bound) => bound * 1000 <= joinedMs)]
    if (!count) continue
    count.total += 1
    const tier = toTier(user.role)
    if (tier !== 'none') count[tier] += 1
  }
  return counts
}

/** Returns the local midnights around the last `count` days, today included, in seconds since 1970: `count + 1` of them. */
export function lastDays(count: number, today: Date): number[] {
  // Computes with calendar days: a day has 23 or 25 hours when the clocks change.
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()]
  return Array.from(
    { length: count + 1 },
    (_, index) => new Date(year, month, day - count + 1 + index).getTime() / 1000,
  )
}
