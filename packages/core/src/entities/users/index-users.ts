import { foldText } from '../../text/fold-text.ts'
import { summarize } from '../../statistics/summary.ts'
import { selectUsers, userOrder, type Keyed } from './select-users.ts'
import {
  DEFAULT_PAGE_SIZE,
  fullName,
  joinedAt,
  type User,
  type UserListQuery,
  type UserPage,
  type UserSort,
  type UserSummary,
} from './user.ts'

/** Stands between the texts that a user is found by; a search that holds it is left to `selectUsers`. */
const BETWEEN = '\n'
/** How many users a step looks at. */
const PIECE = 1000
/** How many of the last searches are kept, to go on from and to come back to. */
const KEPT = 8

/** Work done step by step, each small enough to stop after; the last one gives the result. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** Does all of the work at once, for who has nothing else to do meanwhile. */
export function resultOf<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** A list of users made ready to be searched at every keystroke. */
export interface UserIndex {
  /** The same as `selectUsers` over the list that was indexed, step by step. */
  select: (query: UserListQuery) => Steps<UserPage>
  /** Works ahead on the next so many users; false when there is nothing left. A search does what is left by itself. */
  prepare: (count: number) => boolean
}

interface Entry {
  user: User
  /** What the user is found by, folded; made when it is first needed. */
  text: string | undefined
}

/** Indexes users for `select`: texts are folded once, orders are kept, and a search that grows looks at what it had. */
export function indexUsers(users: readonly User[], piece = PIECE): UserIndex {
  const entries: Entry[] = []
  let summary: UserSummary | undefined
  const orders = new Map<UserSort, readonly Entry[]>()
  let prepared = 0
  let base: { key: string; entries: readonly Entry[]; searches: Search[] } | undefined

  const enter = (end: number) => {
    for (const user of users.slice(entries.length, end)) entries.push({ user, text: undefined })
  }
  function* everyone(): Steps<readonly Entry[]> {
    while (entries.length < users.length) {
      enter(entries.length + piece)
      yield
    }
    return entries
  }
  function* inOrder(sort: UserSort): Steps<readonly Entry[]> {
    const known = orders.get(sort) ?? (yield* sortEntries(yield* everyone(), sort, piece))
    orders.set(sort, known)
    return known
  }
  function* baseOf({ sort = 'id', ...query }: UserListQuery) {
    const key = JSON.stringify([sort, query.status, query.role, query.joined_from, query.joined_to])
    if (base?.key === key) return base
    const made = { key, entries: yield* filter(yield* inOrder(sort), passes(query), piece), searches: [] }
    base = made
    return made
  }
  function* matchesOf(query: UserListQuery, text: string): Steps<readonly Entry[]> {
    const { entries: all, searches } = yield* baseOf(query)
    if (text === '') return all
    const [from] = searches.filter((search) => text.includes(search.text)).toSorted(byCount)
    if (from?.text === text) return from.entries
    const found = yield* filter(from?.entries ?? all, (entry) => textOf(entry).includes(text), piece)
    searches.push({ text, entries: found })
    if (searches.length > KEPT) searches.shift()
    return found
  }
  return {
    select: function* select(query) {
      const text = foldText(query.search?.trim() ?? '')
      if (text.includes(BETWEEN)) return selectUsers(users, query)
      const matches = yield* matchesOf(query, text)
      const paged = query.page !== undefined || query.page_size !== undefined
      const size = paged ? (query.page_size ?? DEFAULT_PAGE_SIZE) : matches.length
      const start = ((query.page ?? 1) - 1) * size
      const shown = matches.slice(start, start + size).map(({ user }) => user)
      summary ??= summarize(users)
      return { users: shown, total: matches.length, summary }
    },
    prepare: (count) => {
      const end = Math.min(users.length, prepared + count)
      enter(end)
      for (const entry of entries.slice(prepared, end)) textOf(entry)
      prepared = end
      return end < users.length
    },
  }
}

interface Search {
  text: string
  entries: readonly Entry[]
}

function byCount(a: Search, b: Search): number {
  return a.entries.length - b.entries.length
}

function textOf(entry: Entry): string {
  const { user } = entry
  entry.text ??= [fullName(user) ?? '', user.email ?? '', String(user.id)].map(foldText).join(BETWEEN)
  return entry.text
}

function* filter(entries: readonly Entry[], keep: (entry: Entry) => boolean, piece: number): Steps<readonly Entry[]> {
  const kept: Entry[] = []
  for (let start = 0; start < entries.length; start += piece) {
    for (const entry of entries.slice(start, start + piece)) if (keep(entry)) kept.push(entry)
    yield
  }
  return kept
}

/** Sorts pieces and merges them, where a sort of the whole would keep everything else waiting. */
function* sortEntries(entries: readonly Entry[], sort: UserSort, piece: number): Steps<readonly Entry[]> {
  const { keyOf, compare } = userOrder(sort)
  let runs: KeyedEntry[][] = []
  for (let start = 0; start < entries.length; start += piece) {
    const run = entries
      .slice(start, start + piece)
      .map((entry) => ({ entry, id: entry.user.id, key: keyOf(entry.user) }))
    runs.push(run.toSorted(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: KeyedEntry[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare, piece))
    }
    runs = merged
  }
  return (runs[0] ?? []).map(({ entry }) => entry)
}

interface KeyedEntry extends Keyed {
  entry: Entry
}

type Compare = (a: Keyed, b: Keyed) => number

function* merge(a: KeyedEntry[], b: KeyedEntry[], compare: Compare, piece: number): Steps<KeyedEntry[]> {
  const [last, first] = [a.at(-1), b[0]]
  if (last && first && compare(last, first) <= 0) return a.concat(b)
  const merged: KeyedEntry[] = []
  let [i, j] = [0, 0]
  for (let [x, y] = [a[i], b[j]]; x && y; [x, y] = [a[i], b[j]]) {
    if (compare(x, y) <= 0) {
      merged.push(x)
      i += 1
    } else {
      merged.push(y)
      j += 1
    }
    if (merged.length % piece === 0) yield
  }
  return merged.concat(a.slice(i), b.slice(j))
}

function passes({ status, role, joined_from, joined_to }: UserListQuery): (entry: Entry) => boolean {
  const from = joined_from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(joined_from)
  const to = joined_to === undefined ? Number.POSITIVE_INFINITY : Date.parse(joined_to)
  const anyDate = joined_from === undefined && joined_to === undefined
  return ({ user }) => {
    if (status !== undefined && user.status !== status) return false
    if (role !== undefined && user.role !== role) return false
    if (anyDate) return true
    const joined = joinedAt(user)?.getTime()
    return joined !== undefined && joined >= from && joined <= to
  }
}
