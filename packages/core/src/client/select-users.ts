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

type SortKey = string | number | undefined

const SORT_KEYS: Readonly<Record<string, (user: User) => SortKey>> = {
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
 * result. Without `page` and `page_size`, all matches are one page. Sorted lists and folded texts are cached per array, so that
 * each keystroke can search it: never change the array in place.
 */
export function selectUsers(users: readonly User[], query: UserListQuery): UserPage {
  const list = prepareList(users)
  const found = foundEntries(list, query)
  const matches = filterEntries(found, query)
  const isPaged = query.page !== undefined || query.page_size !== undefined
  const size = isPaged ? (query.page_size ?? DEFAULT_PAGE_SIZE) : matches.length
  const start = ((query.page ?? 1) - 1) * size
  const page = matches.slice(start, start + size).map(({ user }) => user)
  list.counts ??= countUsers(users)
  return {
    users: page,
    total: matches.length,
    ...list.counts,
    ...(query.joined_bounds && { joined: countJoinedBetween(users, query.joined_bounds) }),
    ...(query.facets && {
      facets: countFacets(
        found.map(({ user }) => user),
        query,
      ),
    }),
  }
}

/** A user with cached values for searches and filters. */
interface Entry {
  user: User
  searchText?: string
  /** Milliseconds since 1970; NaN without a readable date. */
  joinedMs?: number
}

interface PreparedList {
  entries: readonly Entry[]
  orders: Map<UserSort, readonly Entry[]>
  counts?: Pick<UserPage, 'summary' | 'statuses' | 'roles'>
}

const preparedLists = new WeakMap<readonly User[], PreparedList>()

function prepareList(users: readonly User[]): PreparedList {
  const cachedList = preparedLists.get(users)
  if (cachedList) return cachedList
  const list: PreparedList = {
    entries: users.map((user) => ({ user })),
    orders: new Map(),
  }
  preparedLists.set(users, list)
  return list
}

function countUsers(users: readonly User[]): Pick<UserPage, 'summary' | 'statuses' | 'roles'> {
  return { summary: summarize(users), statuses: countValues(users, 'status'), roles: countValues(users, 'role') }
}

/** Returns the users whom the search and the dates find, in the order of the list. */
function foundEntries(list: PreparedList, query: UserListQuery): readonly Entry[] {
  const search = parseSearch(query.search)
  const isSearch = search.id !== undefined || search.words.length > 0
  const from = parseInstant(query.joined_from, Number.NEGATIVE_INFINITY)
  const to = parseInstant(query.joined_to, Number.POSITIVE_INFINITY)
  const hasDateFilter = query.joined_from !== undefined || query.joined_to !== undefined
  return sortEntries(list, query.sort ?? 'id').filter((entry) => {
    if (query.id !== undefined && String(entry.user.id) !== query.id) return false
    if (isSearch && !matchesSearch(search, entry.user, cachedSearchText(entry))) return false
    if (!hasDateFilter) return true
    const joinedMs = cachedJoinedTime(entry)
    return joinedMs >= from && joinedMs <= to
  })
}

function filterEntries(entries: readonly Entry[], query: UserListQuery): readonly Entry[] {
  const tests = Object.values(facetTests(query))
  return entries.filter(({ user }) => tests.every((passes) => passes(user)))
}

function cachedSearchText(entry: Entry): string {
  const { user } = entry
  entry.searchText ??= foldText([fullName(user), user.email, user.id].join(' '))
  return entry.searchText
}

function cachedJoinedTime(entry: Entry): number {
  entry.joinedMs ??= joinedAt(entry.user)?.getTime() ?? Number.NaN
  return entry.joinedMs
}

function parseInstant(value: string | undefined, fallback: number): number {
  return value === undefined ? fallback : Date.parse(value)
}

function sortEntries({ entries, orders }: PreparedList, sort: UserSort): readonly Entry[] {
  const cachedOrder = orders.get(sort)
  if (cachedOrder) return cachedOrder
  const isDescending = sort.startsWith('-')
  const toSortKey = SORT_KEYS[isDescending ? sort.slice(1) : sort]
  if (!toSortKey) throw new TypeError(`Users cannot be sorted by ${sort}.`)
  const sortedEntries = entries
    .map((entry) => ({ entry, id: entry.user.id, key: toSortKey(entry.user) }))
    .toSorted((a, b) => {
      if (a.key === undefined || b.key === undefined) {
        return Number(a.key === undefined) - Number(b.key === undefined) || compare(a.id, b.id)
      }
      const order = compare(a.key, b.key)
      return (isDescending ? -order : order) || compare(a.id, b.id)
    })
    .map(({ entry }) => entry)
  orders.set(sort, sortedEntries)
  return sortedEntries
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
