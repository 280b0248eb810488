import { foldText } from '@rapport/core/fold-text.ts'
import type { UserListQuery, UserSort } from '@rapport/core/users/user.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '#server/db/client.ts'

type Condition = RawBuilder<boolean>

/** `-name` sorts by name. */
type SortField = Exclude<UserSort, `-${string}`>

/** What a list of users is ordered by; the indexes are made of the same expressions. */
export interface Order {
  sort: UserSort
  key: RawBuilder<string | number | null>
  isDescending: boolean
  /** Nobody is without an id. */
  isById: boolean
  /** By name or e-mail, which is what is searched in. */
  isByText: boolean
}

/** What `selectUsers` of core searches and filters by. */
export interface Selection {
  /** Folded; empty when nothing is searched for. */
  term: string
  status: string | undefined
  role: string | undefined
  joinedFrom: number | undefined
  joinedTo: number | undefined
}

/** From where on which way of answering takes less time; measured with a million users. */
export interface Thresholds {
  /** Up to so many are counted by the trigrams of a term; of more, reading all texts is faster. */
  rare: number
  /** Up to so many matches are fetched and sorted; of more, enough are soon met by going through the order. */
  few: number
  /** Likewise of what was searched for and is sorted by the text it was found in: there all may stand at the end. */
  fewAlike: number
  /** Up to so many are worth reading all texts, where the trigrams do not help. */
  scanned: number
  /** Up to so many are sorted by id alone, since the newest users, as an example, all stand at the end of that order. */
  sortedById: number
}

export const THRESHOLDS: Thresholds = { rare: 30_000, few: 5000, fewAlike: 20_000, scanned: 2000, sortedById: 250_000 }

/** On SQLite an index may hold an expression; PostgreSQL answers from an index alone only where it holds columns. */
const JOINED = { sqlite: sql<number>`coalesce(users.joined_at, users.created_at)`, postgres: sql<number>`users.joined` }

/** The shortest text that the trigrams of a term can be looked up for. */
const TRIGRAM = 3

export function readSelection(query: UserListQuery): Selection {
  return {
    term: foldText(query.search?.trim() ?? ''),
    status: query.status,
    role: query.role,
    joinedFrom: query.joined_from === undefined ? undefined : Date.parse(query.joined_from),
    joinedTo: query.joined_to === undefined ? undefined : Date.parse(query.joined_to),
  }
}

/** Whether more than a term is asked for. */
export function isFiltered({ status, role, joinedFrom, joinedTo }: Selection): boolean {
  return [status, role, joinedFrom, joinedTo].some((value) => value !== undefined)
}

export function readOrder(sort: UserSort, engine: Engine): Order {
  const isDescending = sort.startsWith('-')
  const field = isDescending ? sort.slice(1) : sort
  const keys: Record<SortField, RawBuilder<string | number | null>> = {
    id: sql`users.id`,
    name: sql`users.name_folded`,
    email: sql`users.email_folded`,
    joined_date: JOINED[engine],
    age: sql`users.age`,
    gender: sql`users.gender_folded`,
    status: sql`users.status_folded`,
    role: sql`users.role_folded`,
  }
  if (!isSortField(field)) throw new TypeError(`Users cannot be sorted by ${field}.`)
  return {
    sort,
    key: keys[field],
    isDescending,
    isById: field === 'id',
    isByText: field === 'name' || field === 'email',
  }

  function isSortField(name: string): name is SortField {
    return Object.hasOwn(keys, name)
  }
}

/** The users in order; backwards, from the last to the first. */
export function orderBy({ key, isDescending, isById }: Order, isBackwards = false): RawBuilder<unknown> {
  const down = sql`desc`
  const up = sql`asc`
  if (isById) return sql`${key} ${isDescending === isBackwards ? up : down}`
  const nulls = isBackwards ? sql`nulls first` : sql`nulls last`
  return sql`${key} ${isDescending === isBackwards ? up : down} ${nulls}, users.id ${isBackwards ? down : up}`
}

/** Whether the term can be looked up, rather than looked for in every text. */
export function hasTrigrams(term: string): boolean {
  return Array.from(term).length >= TRIGRAM
}

/** Whether the term is the shortest that can be looked up. */
export function isTrigram(term: string): boolean {
  return Array.from(term).length === TRIGRAM
}

/** What finds the term in SQLite's trigrams: exactly the texts that hold it. */
export function trigramMatch(term: string): string {
  return `"${term.replaceAll('"', '""')}"`
}

/** On SQLite: the same as `isFound`, where trigrams find few. */
export function isFoundByTrigrams(term: string): Condition {
  return sql`users.id in (select rowid from user_trigrams where user_trigrams match ${trigramMatch(term)})`
}

/** What `like` finds the term by, with `escape '\'`. */
export function likePattern(term: string): string {
  return `%${term.replace(/[\\%_]/g, String.raw`\$&`)}%`
}

/** Whether a user is found by the term. */
export function isFound(term: string, engine: Engine): Condition {
  const pattern = likePattern(term)
  if (engine === 'postgres') return sql`users.search_text like ${pattern}`
  // In the columns that the indexes hold, so that most users are passed over without being read.
  const byId = sql`or cast(users.id as text) like ${pattern}`
  return sql`(
    users.name_folded like ${pattern} escape '\\' or users.email_folded like ${pattern} escape '\\'
    ${/^\d+$/.test(term) ? byId : sql``}
  )`
}

/** What the filters ask of a row of this table, by this instant of joining. */
export function filters({ status, role, joinedFrom, joinedTo }: Selection, table: string, joined: RawBuilder<number>) {
  const conditions: Condition[] = []
  if (status !== undefined) conditions.push(sql`${sql.ref(`${table}.status`)} = ${status}`)
  if (role !== undefined) conditions.push(sql`${sql.ref(`${table}.role`)} = ${role}`)
  if (joinedFrom !== undefined) conditions.push(sql`${joined} >= ${joinedFrom}`)
  if (joinedTo !== undefined) conditions.push(sql`${joined} <= ${joinedTo}`)
  return conditions
}

/** What the filters ask of a user. */
export function userFilters(selection: Selection, engine: Engine): Condition[] {
  return filters(selection, 'users', JOINED[engine])
}

/** `where` with all of the conditions; nothing without any. */
export function where(conditions: readonly Condition[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join([...conditions], sql` and `)}`
}
