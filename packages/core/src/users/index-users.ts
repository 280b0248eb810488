import { foldText } from '../fold-text.ts'
import { summarize } from '../statistics/summary.ts'
import { selectUsers, sortByUser } from './select-users.ts'
import { DEFAULT_PAGE_SIZE, fullName, joinedAt, type User, type UserListQuery, type UserPage } from './user.ts'

/** Stands between the texts that a user is found by; a search that holds it is left to `selectUsers`. */
const BETWEEN = '\n'

/** A list of users made ready to be searched at every keystroke. */
export interface UserIndex {
  /** The same as `selectUsers` over the list that was indexed. */
  select: (query: UserListQuery) => UserPage
  /** Works ahead on the next so many users; false when there is nothing left. A search does what is left by itself. */
  prepare: (count: number) => boolean
}

interface Entry {
  user: User
  /** What the user is found by, folded; made when it is first needed. */
  text: string | undefined
}

/** Indexes users for `select`: texts are folded once, orders are kept, and a search that grows looks at what it had. */
export function indexUsers(users: readonly User[]): UserIndex {
  const entries = users.map((user): Entry => ({ user, text: undefined }))
  const summary = summarize(users)
  let prepared = 0
  let base: { key: string; entries: readonly Entry[] } | undefined
  let last: { key: string; text: string; entries: readonly Entry[] } | undefined

  const baseOf = (query: UserListQuery) => {
    const { sort = 'id', status, role, joined_from, joined_to } = query
    const key = JSON.stringify([sort, status, role, joined_from, joined_to])
    if (base?.key !== key) base = { key, entries: sortByUser(entries.filter(passes(query)), sort, ({ user }) => user) }
    return base
  }
  const matchesOf = (query: UserListQuery, text: string): readonly Entry[] => {
    const { key, entries: all } = baseOf(query)
    if (text === '') return all
    const from = last?.key === key && text.includes(last.text) ? last.entries : all
    const found = from.filter((entry) => textOf(entry).includes(text))
    last = { key, text, entries: found }
    return found
  }
  return {
    select: (query) => {
      const text = foldText(query.search?.trim() ?? '')
      if (text.includes(BETWEEN)) return selectUsers(users, query)
      const matches = matchesOf(query, text)
      const paged = query.page !== undefined || query.page_size !== undefined
      const size = paged ? (query.page_size ?? DEFAULT_PAGE_SIZE) : matches.length
      const start = ((query.page ?? 1) - 1) * size
      const shown = matches.slice(start, start + size).map(({ user }) => user)
      return { users: shown, total: matches.length, summary }
    },
    prepare: (count) => {
      const end = Math.min(entries.length, prepared + count)
      for (const entry of entries.slice(prepared, end)) textOf(entry)
      prepared = end
      return end < entries.length
    },
  }
}

function textOf(entry: Entry): string {
  const { user } = entry
  entry.text ??= [fullName(user) ?? '', user.email ?? '', String(user.id)].map(foldText).join(BETWEEN)
  return entry.text
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
