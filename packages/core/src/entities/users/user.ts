import type { TolerantRecord } from '../../api/read/records.ts'
import type { components, operations } from '../../generated/schema.ts'
import { readDate } from '../../text/dates.ts'

/** A user of the app (specification, section 3). Missing values are shown as 'Not Set'. */
export type User = TolerantRecord<components['schemas']['User']>

/** The counts of all users: `pro` has the role admin, `basic` the role user, `none` any other (section 4). */
export type UserSummary = components['schemas']['UserSummary']

/** The number of users with a value. */
export type ValueCount = components['schemas']['ValueCount']

/** The number of users who joined between two instants; `pro` has the role admin, `basic` the role user. */
export type JoinedCount = components['schemas']['JoinedCount']

/** The number of users with each value of a filter, where the other filters apply. */
export type UserFacets = components['schemas']['UserFacets']

/** Values of `status`, `role` and `gender` in queries and facets that mean several, or none (openapi/users.yaml). */
export const NOT_SET = 'not-set'
export const NOT_ACTIVE = 'not-active'
export const NO_PLAN = 'no-plan'
export const RESTS: ReadonlySet<string> = new Set([NOT_SET, NOT_ACTIVE, NO_PLAN])

/** A field to sort by; a minus before it means descending. */
export type UserSort = components['schemas']['UserSort']

/** Every field that users can be sorted by, ascending and descending. */
export const USER_SORTS = (['id', 'name', 'email', 'joined_date', 'age', 'gender', 'status', 'role'] as const).flatMap(
  (field) => [field, `-${field}`] as const,
) satisfies readonly UserSort[]

/** The query of the extension `paging`. `joined_from` and `joined_to` are RFC 3339 instants, both inclusive. */
export type UserListQuery = NonNullable<operations['listUsers']['parameters']['query']>

/** One page of the users that match a query; `total` counts the matches on all pages. */
export interface UserPage {
  users: User[]
  total: number
  /** Whether the server stopped counting at `total`. */
  total_is_minimum?: boolean
  summary: UserSummary
  statuses: readonly ValueCount[]
  roles: readonly ValueCount[]
  joined?: JoinedCount[]
  facets?: UserFacets
}

/** The page size of a query that names none (specification, section 9). */
export const DEFAULT_PAGE_SIZE = 12

export function fullName(user: Pick<User, 'first_name' | 'last_name'>): string | undefined {
  const name = [user.first_name?.trim(), user.last_name?.trim()].filter(Boolean).join(' ')
  return name === '' ? undefined : name
}

/**
 * Returns when the user joined, or undefined without a readable date. Such a user matches no date filter, and the text is shown
 * as sent.
 */
export function joinedAt(user: Pick<User, 'joined_date' | 'created_at'>): Date | undefined {
  return readDate(user.joined_date || user.created_at || '')
}
