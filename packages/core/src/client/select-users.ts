import {
  DEFAULT_PAGE_SIZE,
  fullName,
  joinedAt,
  type User,
  type UserListQuery,
  type UserPage,
  type UserSort,
} from '../entities/users/user.ts'
import { summarize } from '../statistics/summary.ts'
import { countFacets, countJoinedBetween, countValues, facetTests } from '../statistics/user-counts.ts'
import { foldText, matchesSearch, parseSearch } from '../text/fold-text.ts'

const SORT_KEYS: Readonly<Record<string, (user: User) => string | number | undefined>> = {
  id: (user) => user.id,
  name: (user) => sortText(fullName(user)),
  email: (user) => sortText(user.email),
  joined_date: (user) => joinedAt(user)?.getTime(),
  age: (user) => (typeof user.age === 'number' ? user.age : undefined),
  gender: (user) => sortText(user.gender),
  status: (user) => sortText(user.status),
  role: (user) => sortText(user.role),
}

/**
 * Filters, sorts and pages users in memory, for servers without the extension `paging`. The server's SQL must give the same
 * result. Without `page` and `page_size`, all matches are one page. Sorted lists and folded texts are cached, so that each
 * keystroke can search 100,000 users: never change the array or a user in place.
 */
export function selectUsers(users: readonly User[], query: UserListQuery): UserPage {
  const found = sorted(users, query.sort ?? 'id').filter(foundBy(query))
  const tests = Object.values(facetTests(query))
  const matches = found.filter((user) => tests.every((passes) => passes(user)))
  const isPaged = query.page !== undefined || query.page_size !== undefined
  const size = isPaged ? (query.page_size ?? DEFAULT_PAGE_SIZE) : matches.length
  const start = ((query.page ?? 1) - 1) * size
  return {
    users: matches.slice(start, start + size),
    total: matches.length,
    ...countsOf(users),
    ...(query.joined_bounds && { joined: countJoinedBetween(users, query.joined_bounds) }),
    ...(query.facets && { facets: countFacets(found, query) }),
  }
}

/** Remembers the result for each object. */
function cached<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, Value>()
  return (key) => {
    const known = values.get(key)
    if (known !== undefined) return known
    const value = compute(key)
    values.set(key, value)
    return value
  }
}

const searchTextOf = cached((user: User) => foldText([fullName(user), user.email, user.id].join(' ')))
/** Milliseconds since 1970; NaN without a readable date. */
const joinedMsOf = cached((user: User) => joinedAt(user)?.getTime() ?? Number.NaN)
const ordersOf = cached((_users: readonly User[]) => new Map<UserSort, readonly User[]>())
const countsOf = cached((users: readonly User[]) => ({
  summary: summarize(users),
  statuses: countValues(users, 'status'),
  roles: countValues(users, 'role'),
}))

/** Returns the test of the search, the id and the dates. */
function foundBy({ search: text, id, joined_from, joined_to }: UserListQuery): (user: User) => boolean {
  const search = parseSearch(text)
  const isSearch = search.id !== undefined || search.words.length > 0
  const from = joined_from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(joined_from)
  const to = joined_to === undefined ? Number.POSITIVE_INFINITY : Date.parse(joined_to)
  const hasDateFilter = joined_from !== undefined || joined_to !== undefined
  return (user) => {
    if (id !== undefined && String(user.id) !== id) return false
    if (isSearch && !matchesSearch(search, user, searchTextOf(user))) return false
    return !hasDateFilter || (joinedMsOf(user) >= from && joinedMsOf(user) <= to)
  }
}

function sorted(users: readonly User[], sort: UserSort): readonly User[] {
  const known = ordersOf(users).get(sort)
  if (known) return known
  const isDescending = sort.startsWith('-')
  const toSortKey = SORT_KEYS[isDescending ? sort.slice(1) : sort]
  if (!toSortKey) throw new TypeError(`Users cannot be sorted by ${sort}.`)
  const sortedUsers = users
    .map((user) => ({ user, key: toSortKey(user) }))
    .toSorted((a, b) => {
      if (a.key === undefined || b.key === undefined) {
        return Number(a.key === undefined) - Number(b.key === undefined) || compare(a.user.id, b.user.id)
      }
      const order = compare(a.key, b.key)
      return (isDescending ? -order : order) || compare(a.user.id, b.user.id)
    })
    .map(({ user }) => user)
  ordersOf(users).set(sort, sortedUsers)
  return sortedUsers
}

function sortText(text: string | null | undefined): string | undefined {
  return text ? foldText(text) : undefined
}

/**
 * Sorts numbers by value and before texts, and texts by UTF-16 code unit. Databases compare UTF-8, which differs only in the
 * order between emoji and the few characters from U+E000 on that folding keeps.
 */
function compare(a: string | number, b: string | number): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b)
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  return Number(a) - Number(b)
}
