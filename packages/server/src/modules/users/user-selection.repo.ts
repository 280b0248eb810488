import { foldText } from '@rapport/core/text/fold-text.ts'
import type { UserListQuery, UserSort } from '@rapport/core/entities/users/user.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '#server/db/client.ts'

type Condition = RawBuilder<boolean>

/** `-name` sorts by name. */
type SortField = Exclude<UserSort, `-${string}`>

type SortKey = RawBuilder<string | number | null>

/** An order of the list. The sort indexes are of the same expressions. */
export interface Order {
  key: SortKey
  /** SQLite: the same key from the narrow table of texts, if it holds it. */
  textsKey?: SortKey | undefined
  isDescending: boolean
  /** Ids are unique, and every user has one. */
  isById: boolean
  /** By a text that is searched too: all matches may be at the end of the sort index. */
  isByText: boolean
}

/** The search and the filters of a list, as `selectUsers` of core applies them. */
export interface Selection {
  /** Folded; empty when nothing is searched for. */
  term: string
  id: number | undefined
  status: string | undefined
  role: string | undefined
  joinedFrom: number | undefined
  joinedTo: number | undefined
}

/** On SQLite an index may hold an expression; PostgreSQL answers from an index alone only where it holds columns. */
export const JOINED = {
  sqlite: sql<number>`coalesce(users.joined_at, users.created_at)`,
  postgres: sql<number>`users.joined`,
}

/** The text is the name, the email address and the id, separated by U+034F. */
const TEXTS_KEYS: Partial<Record<SortField, SortKey>> = {
  id: sql`user_texts.id`,
  name: sql`nullif(substr(user_texts.text, 1, instr(user_texts.text, char(847)) - 1), '')`,
  joined_date: sql`user_texts.joined`,
}

/** So common that PostgreSQL's letter index would not help. */
const COMMON_LETTER = /^[aeionrst\d.@]$/

/** The shortest text that has a trigram. */
const TRIGRAM = 3

export function readSelection(query: UserListQuery): Selection {
  return {
    term: foldText(query.search?.trim() ?? ''),
    id: query.id === undefined ? undefined : readId(query.id),
    status: query.status,
    role: query.role,
    joinedFrom: query.joined_from === undefined ? undefined : Date.parse(query.joined_from),
    joinedTo: query.joined_to === undefined ? undefined : Date.parse(query.joined_to),
  }
}

/** Ids begin at 1, so 0 finds no user. */
function readId(text: string): number {
  const id = Number(text)
  return Number.isSafeInteger(id) && String(id) === text ? id : 0
}

export function isFiltered({ term, id, status, role, joinedFrom, joinedTo }: Selection): boolean {
  return term !== '' || [id, status, role, joinedFrom, joinedTo].some((value) => value !== undefined)
}

/** True if the counts by status and role tell how many users match. */
export function isCountKnown({ term, id, joinedFrom, joinedTo }: Selection): boolean {
  return term === '' && id === undefined && joinedFrom === undefined && joinedTo === undefined
}

export function readOrder({ sort = 'id', status, role }: UserListQuery, engine: Engine): Order {
  const isDescending = sort.startsWith('-')
  const field = isDescending ? sort.slice(1) : sort
  const keys: Record<SortField, SortKey> = {
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
  // All of them have the same status, so their ids alone order them.
  const isSame = (field === 'status' && status !== undefined) || (field === 'role' && role !== undefined)
  if (isSame) return { key: keys.id, textsKey: TEXTS_KEYS.id, isDescending: false, isById: true, isByText: false }
  const isByText = field === 'name' || field === 'email'
  return { key: keys[field], textsKey: TEXTS_KEYS[field], isDescending, isById: field === 'id', isByText }

  function isSortField(name: string): name is SortField {
    return Object.hasOwn(keys, name)
  }
}

/** Users without a value come last either way, and equal ones by ascending id; backwards, from the last to the first. */
export function orderBy({ key, isDescending, isById }: Order, isBackwards = false): RawBuilder<unknown> {
  const direction = isDescending === isBackwards ? sql`asc` : sql`desc`
  if (isById) return sql`${key} ${direction}`
  return isBackwards
    ? sql`${key} ${direction} nulls first, users.id desc`
    : sql`${key} ${direction} nulls last, users.id`
}

/** Conditions that check one user after the other, for a scan. */
export function conditionsOf(selection: Selection, engine: Engine): Condition[] {
  const { term } = selection
  const conditions = filters(selection, 'users', JOINED[engine])
  if (term === '') return conditions
  if (engine === 'postgres') return [...conditions, sql`users.search_text like ${likePattern(term)}`]
  const pattern = globPattern(term)
  // The columns that the indexes by name and email hold, so that most users are skipped without being read.
  const byId = /^\d+$/.test(term) ? sql`or cast(users.id as text) glob ${pattern}` : sql``
  return [...conditions, sql`(users.name_folded glob ${pattern} or users.email_folded glob ${pattern} ${byId})`]
}

/** PostgreSQL: the same conditions as an index looks them up; single letters and pairs have indexes of their own. */
export function indexedConditionsOf(selection: Selection): Condition[] {
  const { term } = selection
  const { length } = Array.from(term)
  if (length === 0 || length >= TRIGRAM || COMMON_LETTER.test(term)) return conditionsOf(selection, 'postgres')
  const letters =
    length === 1 ? sql`string_to_array(users.search_text, null)` : sql`user_letter_pairs(users.search_text)`
  const conditions = filters(selection, 'users', JOINED.postgres)
  return [...conditions, sql`${letters} @> array[${term}]::text[]`]
}

/** SQLite: a query of the ids of a selection, in any order, with their keys. `isRare`: the term alone finds few. */
export function matchesOf(selection: Selection, { textsKey }: Order, isRare: boolean): RawBuilder<unknown> {
  const { term } = selection
  if (term === '')
    return sql`select users.id, users.id as sort_key from users ${where(conditionsOf(selection, 'sqlite'))}`
  // A narrow table with the texts and the filtered columns: a scan of all of it is faster than one of half the users.
  const columns = sql`user_texts.id, ${textsKey ?? sql`null`} as sort_key`
  const conditions = filters(selection, 'user_texts', sql`user_texts.joined`)
  return isRare
    ? sql`select ${columns} from (${idsByTrigrams(term)}) as found cross join user_texts
        ${where([sql`user_texts.id = found.id`, ...conditions])}`
    : sql`select ${columns} from user_texts ${where([...conditions, sql`user_texts.text glob ${globPattern(term)}`])}`
}

/** SQLite: true if `matchesOf` has the key of the order. */
export function hasKeys({ term }: Selection, { isById, textsKey }: Order): boolean {
  return isById || (term !== '' && textsKey !== undefined)
}

/** SQLite: a query of the ids that the term's trigrams find; it takes longer the more there are. */
export function idsByTrigrams(term: string): RawBuilder<unknown> {
  return sql`select rowid as id from user_trigrams where user_trigrams match ${`"${term.replaceAll('"', '""')}"`}`
}

export function hasTrigrams({ term }: Selection): boolean {
  return Array.from(term).length >= TRIGRAM
}

/** `where` with all of the conditions; nothing without any. */
export function where(conditions: readonly Condition[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join([...conditions], sql` and `)}`
}

function filters({ id, status, role, joinedFrom, joinedTo }: Selection, table: string, joined: RawBuilder<number>) {
  const conditions: Condition[] = []
  if (id !== undefined) conditions.push(sql`${sql.ref(`${table}.id`)} = ${id}`)
  if (status !== undefined) conditions.push(sql`${sql.ref(`${table}.status`)} = ${status}`)
  if (role !== undefined) conditions.push(sql`${sql.ref(`${table}.role`)} = ${role}`)
  if (joinedFrom !== undefined) conditions.push(sql`${joined} >= ${joinedFrom}`)
  if (joinedTo !== undefined) conditions.push(sql`${joined} <= ${joinedTo}`)
  return conditions
}

function likePattern(term: string): string {
  return `%${term.replace(/[\\%_]/g, String.raw`\$&`)}%`
}

/** SQLite's `glob` minds the case, which a folded text has none of, and so takes less time than `like`. */
function globPattern(term: string): string {
  return `*${term.replace(/[[*?]/g, '[$&]')}*`
}
