import type { components, operations } from '../generated/schema.ts'

/** A user of the app (specification, section 3). Whatever is missing shows as 'Not Set'. */
export type User = components['schemas']['User']

/** Counts over all users: `pro` has the role admin, `basic` the role user, `none` neither (section 4). */
export type UserSummary = components['schemas']['UserSummary']

/** A field to sort users by, descending with a minus before it. */
export type UserSort = components['schemas']['UserSort']

/** Every field that users can be sorted by, ascending and descending. */
export const USER_SORTS = [
  'id',
  '-id',
  'name',
  '-name',
  'email',
  '-email',
  'joined_date',
  '-joined_date',
  'age',
  '-age',
  'gender',
  '-gender',
  'status',
  '-status',
  'role',
  '-role',
] as const satisfies readonly UserSort[]

/** The query of the extension `paging`. `joined_from` and `joined_to` are RFC 3339 instants, both inclusive. */
export type UserListQuery = NonNullable<operations['listUsers']['parameters']['query']>

/** One page of the users that match a query; `total` counts the matches on all pages. */
export interface UserPage {
  users: User[]
  total: number
  summary: UserSummary
}

/** Page size when a query names none (specification, section 9). */
export const DEFAULT_PAGE_SIZE = 12

/** First and last name, or undefined for a user who has neither. */
export function fullName(user: Pick<User, 'first_name' | 'last_name'>): string | undefined {
  const name = [user.first_name?.trim(), user.last_name?.trim()].filter(Boolean).join(' ')
  return name === '' ? undefined : name
}

const PLAIN_DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/** When the user joined, or undefined when nothing readable says so. A plain date begins at local midnight. */
export function joinedAt(user: Pick<User, 'joined_date' | 'created_at'>): Date | undefined {
  const text = user.joined_date || user.created_at
  if (!text) return undefined
  const plain = PLAIN_DATE.exec(text)
  if (plain) return localMidnight(Number(plain[1]), Number(plain[2]), Number(plain[3]))
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** JavaScript would take the 30th of February for the 2nd of March, and a database's 0000-00-00 for a day of 1899. */
function localMidnight(year: number, month: number, day: number): Date | undefined {
  const date = new Date(year, month - 1, day)
  return date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day ? date : undefined
}
