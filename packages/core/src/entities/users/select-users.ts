import { foldText } from '../../text/fold-text.ts'
import { summarize } from '../../statistics/summary.ts'
import {
  DEFAULT_PAGE_SIZE,
  fullName,
  joinedAt,
  type User,
  type UserListQuery,
  type UserPage,
  type UserSort,
} from './user.ts'

type SortKey = string | number | undefined

const SORT_KEYS: Readonly<Record<string, (user: User) => SortKey>> = {
  id: (user) => user.id,
  name: (user) => folded(fullName(user)),
  email: (user) => folded(user.email),
  joined_date: (user) => joinedAt(user)?.getTime(),
  age: (user) => (typeof user.age === 'number' ? user.age : undefined),
  gender: (user) => folded(user.gender),
  status: (user) => folded(user.status),
  role: (user) => folded(user.role),
}

/**
 * What the extension `paging` answers, worked out in memory from all users: for servers without the extension, and the
 * definition that our own server's SQL is held to. With neither `page` nor `page_size`, all matches are one page.
 */
export function selectUsers(users: readonly User[], query: UserListQuery): UserPage {
  const matches = sorted(users.filter(matcher(query)), query.sort ?? 'id')
  const paged = query.page !== undefined || query.page_size !== undefined
  const size = paged ? (query.page_size ?? DEFAULT_PAGE_SIZE) : matches.length
  const start = ((query.page ?? 1) - 1) * size
  return { users: matches.slice(start, start + size), total: matches.length, summary: summarize(users) }
}

function matcher(query: UserListQuery): (user: User) => boolean {
  const text = foldText(query.search?.trim() ?? '')
  const from = instant(query.joined_from, Number.NEGATIVE_INFINITY)
  const to = instant(query.joined_to, Number.POSITIVE_INFINITY)
  const anyDate = query.joined_from === undefined && query.joined_to === undefined
  return (user) => {
    if (query.status !== undefined && user.status !== query.status) return false
    if (query.role !== undefined && user.role !== query.role) return false
    if (!anyDate) {
      const joined = joinedAt(user)?.getTime()
      if (joined === undefined || joined < from || joined > to) return false
    }
    return text === '' || isFoundBy(user, text)
  }
}

function isFoundBy(user: User, text: string): boolean {
  return (
    foldText(fullName(user) ?? '').includes(text) ||
    foldText(user.email ?? '').includes(text) ||
    foldText(String(user.id)).includes(text)
  )
}

function instant(value: string | undefined, otherwise: number): number {
  return value === undefined ? otherwise : Date.parse(value)
}

/** A user by id and by what the order goes by. */
export interface Keyed {
  id: User['id']
  key: SortKey
}

/** How users are put into the order of a sort field: the key of each, worked out once, and how two compare. */
export function userOrder(sort: UserSort) {
  const descending = sort.startsWith('-')
  const field = descending ? sort.slice(1) : sort
  const keyOf = SORT_KEYS[field]
  if (!keyOf) throw new TypeError(`Users cannot be sorted by ${field}.`)
  return {
    keyOf,
    compare: (a: Keyed, b: Keyed): number => {
      if (a.key === undefined || b.key === undefined) {
        return Number(a.key === undefined) - Number(b.key === undefined) || compare(a.id, b.id)
      }
      const order = compare(a.key, b.key)
      return (descending ? -order : order) || compare(a.id, b.id)
    },
  }
}

function sorted(users: readonly User[], sort: UserSort): User[] {
  const { keyOf, compare: inOrder } = userOrder(sort)
  return users
    .map((user) => ({ user, id: user.id, key: keyOf(user) }))
    .toSorted(inOrder)
    .map(({ user }) => user)
}

function folded(text: string | null | undefined): string | undefined {
  return text ? foldText(text) : undefined
}

/** Numbers by value and before texts. */
function compare(a: string | number, b: string | number): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  return Number(a) - Number(b)
}

/** By code point, as the databases compare the UTF-8 of folded texts; JavaScript alone goes by UTF-16 code units. */
function compareTexts(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let index = 0; index < shorter; index += 1) {
    const order = rank(a.charCodeAt(index)) - rank(b.charCodeAt(index))
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** Surrogates stand for code points above all that have one code unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
