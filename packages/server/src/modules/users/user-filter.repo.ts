import {
  NO_PLAN,
  NOT_ACTIVE,
  NOT_SET,
  RESTS,
  type UserListQuery,
  type UserSort,
} from '@rapport/core/entities/users/user.ts'
import { TIER_ROLES } from '@rapport/core/statistics/summary.ts'
import { foldText, parseSearch } from '@rapport/core/text/fold-text.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '#server/db/client.ts'
import { toId } from '#server/domain/parse-input.ts'

type Condition = RawBuilder<boolean>

/** A field to sort by, without the `-` of a descending order. */
type SortField = Exclude<UserSort, `-${string}`>

type SortKey = RawBuilder<string | number | null>

/** The order of a list. The sort indexes use the same expressions. */
export interface Order {
  key: SortKey
  /** The users, on SQLite as their sort index lists them: filtered, it would rather sort those of another index. */
  table: RawBuilder<unknown>
  /** SQLite: the same key from the narrow table of texts, if that table has it. */
  textsKey?: SortKey | undefined
  isDescending: boolean
  /** Whether no tie-breaker is needed: ids are unique and never null. */
  isById: boolean
  /** Whether the list is sorted by a searched text: all matches may then be at the end of the sort index. */
  isByText: boolean
}

/** The search and the filters of a list, as `selectUsers` of core applies them. */
export interface UserFilter {
  /** The folded words of a search, of which a match has all. The longest, which finds the fewest users, comes first. */
  words: readonly string[]
  id: number | undefined
  joinedFrom: number | undefined
  joinedTo: number | undefined
  /** The filters by value, as queried. */
  values: Pick<UserListQuery, (typeof VALUE_FILTERS)[number]>
}

export const LABELS = ['status', 'role', 'gender'] as const
const VALUE_FILTERS = [...LABELS, 'age_from', 'age_to', 'age_not_set', 'profile_completed'] as const

/**
 * The time at which a user joined, as each engine indexes it: SQLite indexes the expression; PostgreSQL answers from an index
 * alone only if it holds columns.
 */
export const JOINED = {
  sqlite: sql<number>`coalesce(users.joined_at, users.created_at)`,
  postgres: sql<number>`users.joined`,
}

/** U+034F, which separates the name, the email address and the id in `user_texts.text`. */
const SEPARATOR = sql`char(847)`

const TEXTS_KEYS: Partial<Record<SortField, SortKey>> = {
  id: sql`user_texts.id`,
  name: sql`nullif(substr(user_texts.text, 1, instr(user_texts.text, ${SEPARATOR}) - 1), '')`,
  joined_date: sql`user_texts.joined`,
  age: sql`user_texts.age`,
}

/** Letters so common that PostgreSQL's letter index would not help. */
const COMMON_LETTER = /^[aeionrst\d.@]$/

const TRIGRAM_LENGTH = 3

export function parseUserFilter(query: UserListQuery): UserFilter {
  const search = parseSearch(query.search)
  const [id, ...otherIds] = new Set([query.id, search.id].filter((value) => value !== undefined))
  return {
    words: [...new Set(search.words)].toSorted((a, b) => b.length - a.length),
    // No user has two ids.
    id: id === undefined ? undefined : otherIds.length > 0 ? 0 : toId(id),
    values: Object.fromEntries(
      VALUE_FILTERS.flatMap((name) =>
        query[name] === undefined || (query[name] === false && name !== 'profile_completed')
          ? []
          : [[name, query[name]]],
      ),
    ),
    joinedFrom: query.joined_from === undefined ? undefined : Date.parse(query.joined_from),
    joinedTo: query.joined_to === undefined ? undefined : Date.parse(query.joined_to),
  }
}

export function isFiltered({ words, id, joinedFrom, joinedTo, values }: UserFilter): boolean {
  return (
    words.length > 0 ||
    [id, joinedFrom, joinedTo].some((value) => value !== undefined) ||
    Object.keys(values).length > 0
  )
}

/** Returns true if the counts by status and role give the number of matches. */
export function isCountKnown({ values, ...filter }: UserFilter): boolean {
  return (
    Object.keys(values).every((name) => name === 'status' || name === 'role') && !isFiltered({ ...filter, values: {} })
  )
}

export function parseOrder({ sort = 'id', ...query }: UserListQuery, engine: Engine): Order {
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
  // All matches have the same value, so only their ids order them.
  const [value, ...otherValues] = LABELS.flatMap((name) => (name === field ? (query[name] ?? []) : []))
  const hasOneValue = value !== undefined && otherValues.length === 0 && !RESTS.has(value)
  if (hasOneValue) return parseOrder({}, engine)
  const isByText = field === 'name' || field === 'email'
  const isById = field === 'id'
  const index = `users_by_${field === 'joined_date' ? 'joined' : field}${isDescending ? '_down' : ''}`
  const indexSql = isById ? sql`not indexed` : sql`indexed by ${sql.ref(index)}`
  const table = engine === 'sqlite' ? sql`users ${indexSql}` : sql`users`
  return { key: keys[field], table, textsKey: TEXTS_KEYS[field], isDescending, isById, isByText }

  function isSortField(name: string): name is SortField {
    return Object.hasOwn(keys, name)
  }
}

/** Puts users without a value last in both directions, and equal ones by ascending id. `isBackwards` reverses it all. */
export function orderBy({ key, isDescending, isById }: Order, isBackwards = false): RawBuilder<unknown> {
  const direction = isDescending === isBackwards ? sql`asc` : sql`desc`
  if (isById) return sql`${key} ${direction}`
  return isBackwards
    ? sql`${key} ${direction} nulls first, users.id desc`
    : sql`${key} ${direction} nulls last, users.id`
}

/** Returns the conditions that a scan checks user by user. */
export function scanConditions(filter: UserFilter, engine: Engine): Condition[] {
  return [...filterConditions(filter, 'users', JOINED[engine]), ...searchConditions(filter.words, engine)]
}

/** Returns the conditions by which all matches are found: those of a scan, and one that finds a rare gender by an index. */
function matchConditions(filter: UserFilter, engine: Engine): Condition[] {
  const { gender } = filter.values
  const conditions = scanConditions(filter, engine)
  if (!gender || gender.includes(NOT_SET)) return conditions
  return [...conditions, sql`users.gender_folded in (${sql.join(gender.map(foldText))})`]
}

/** Returns the conditions of a search, which are checked user by user. */
export function searchConditions(words: readonly string[], engine: Engine): Condition[] {
  return words.map((word) => wordCondition(word, engine))
}

function wordCondition(term: string, engine: Engine): Condition {
  if (engine === 'postgres') return sql`users.search_text like ${likePattern(term)}`
  const pattern = globPattern(term)
  // The indexes by name and email contain these columns, so most users are skipped without being read.
  const idCondition = /^\d+$/.test(term) ? sql`or cast(users.id as text) glob ${pattern}` : sql``
  return sql`(users.name_folded glob ${pattern} or users.email_folded glob ${pattern} ${idCondition})`
}

/** PostgreSQL: returns the same conditions in a form that uses an index; single letters and pairs have their own indexes. */
export function indexedConditions(filter: UserFilter): Condition[] {
  const [term = '', ...others] = filter.words
  if (term === '' || !isShort(term) || COMMON_LETTER.test(term)) return matchConditions(filter, 'postgres')
  const letters =
    Array.from(term).length === 1
      ? sql`string_to_array(users.search_text, null)`
      : sql`user_letter_pairs(users.search_text)`
  // `is true` keeps these conditions from using an index, which PostgreSQL would combine with the letters' index. That takes
  // longer.
  const conditions = filterConditions(filter, 'users', JOINED.postgres).map(
    (condition) => sql<boolean>`(${condition}) is true`,
  )
  return [...conditions, sql`${letters} @> array[${term}]::text[]`, ...searchConditions(others, 'postgres')]
}

/** SQLite: selects the ids of all matches, unordered, with sort keys. `isRare`: the search alone has few matches. */
export function selectMatches(filter: UserFilter, { textsKey }: Order, isRare: boolean): RawBuilder<unknown> {
  if (filter.words.length === 0)
    return sql`select users.id, users.id as sort_key from users ${whereClause(matchConditions(filter, 'sqlite'))}`
  // Scanning all of this narrow table of texts and filtered columns is faster than scanning half of the users.
  const columns = sql`user_texts.id, ${textsKey ?? sql`null`} as sort_key`
  const others = filter.words.slice(1).filter(isShort)
  return isRare
    ? sql`select ${columns} from (${idsByTrigrams(filter)}) as found cross join user_texts
        ${whereClause([sql`user_texts.id = found.id`, ...narrowTableConditions({ ...filter, words: others })])}`
    : sql`select ${columns} from user_texts ${whereClause(narrowTableConditions(filter))}`
}

/** SQLite: returns the conditions of a scan of the narrow table of texts. */
export function narrowTableConditions(filter: UserFilter): Condition[] {
  const textConditions = filter.words.map((word) => sql<boolean>`user_texts.text glob ${globPattern(word)}`)
  return [...filterConditions(filter, 'user_texts', sql`user_texts.joined`), ...textConditions]
}

/** SQLite: returns true if `selectMatches` includes the sort key. */
export function includesSortKeys({ words }: UserFilter, { isById, textsKey }: Order): boolean {
  return isById || (words.length > 0 && textsKey !== undefined)
}

/** SQLite: selects the ids of users by the words that have trigrams, or by a short one. The time grows with their number. */
export function idsByTrigrams({ words: [term = '', ...others] }: Pick<UserFilter, 'words'>): RawBuilder<unknown> {
  const longWords = [term, ...others.filter((word) => !isShort(word))]
  const matchSql = isShort(term)
    ? sql`(select coalesce(group_concat('"' || replace(term, '"', '""') || '"', ' OR '), '""') from (${trigramsOfShort(term)}))`
    : sql`${longWords.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ')}`
  return sql`select rowid as id from user_trigrams where user_trigrams match ${matchSql}`
}

/**
 * SQLite: selects all trigrams that begin with a term. Every text ends with an id, so a term has a trigram wherever it occurs,
 * unless it consists of digits.
 */
export function trigramsOfShort(term: string): RawBuilder<unknown> {
  return sql`select term from user_trigram_terms where term >= ${term} and term < ${`${term}\u{10ffff}`}`
}

/** SQLite: returns true if trigrams find the term wherever it occurs. */
export function hasTrigrams({ words: [term] }: UserFilter): boolean {
  return term !== undefined && !(isShort(term) && /^\d+$/.test(term))
}

export function isShort(term: string): boolean {
  return Array.from(term).length < TRIGRAM_LENGTH
}

/** Returns a `where` clause of all conditions; empty without conditions. */
export function whereClause(conditions: readonly Condition[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join([...conditions], sql` and `)}`
}

function filterConditions(
  { id, joinedFrom, joinedTo, values }: Omit<UserFilter, 'words'>,
  table: string,
  joined: RawBuilder<number>,
) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const conditions: Condition[] = []
  if (id !== undefined) conditions.push(sql`${column('id')} = ${id}`)
  for (const name of LABELS) if (values[name]) conditions.push(labelCondition(name, column(name), values[name]))
  conditions.push(...ageConditions(column('age'), values))
  if (values.profile_completed !== undefined)
    conditions.push(profileCondition(column('profile_completed'), values.profile_completed))
  if (joinedFrom !== undefined) conditions.push(sql`${joined} >= ${joinedFrom}`)
  if (joinedTo !== undefined) conditions.push(sql`${joined} <= ${joinedTo}`)
  return conditions
}

// PostgreSQL estimates the matches of bare columns only, so these conditions do without `coalesce`.

function labelCondition(name: (typeof LABELS)[number], column: RawBuilder<unknown>, values: readonly string[]) {
  const others = (stored: readonly string[]) => sql`${column} is null or ${column} not in (${sql.join([...stored])})`
  const conditions = [sql`${column} in (${sql.join(values.includes(NOT_SET) ? [...values, ''] : [...values])})`]
  if (values.includes(NOT_SET)) conditions.push(sql`${column} is null`)
  if (name === 'status' && values.includes(NOT_ACTIVE)) conditions.push(others(['active']))
  if (name === 'role' && values.includes(NO_PLAN)) conditions.push(others(Object.values(TIER_ROLES)))
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

function profileCondition(column: RawBuilder<unknown>, isCompleted: boolean) {
  return isCompleted ? sql<boolean>`${column} = 1` : sql<boolean>`(${column} is null or ${column} <> 1)`
}

function ageConditions(age: RawBuilder<unknown>, { age_from, age_to, age_not_set }: UserFilter['values']): Condition[] {
  const range = [
    ...(age_from === undefined ? [] : [sql<boolean>`${age} >= ${age_from}`]),
    ...(age_to === undefined ? [] : [sql<boolean>`${age} <= ${age_to}`]),
  ]
  if (!age_not_set) return range
  return [range.length === 0 ? sql`${age} is null` : sql`(${age} is null or ${sql.join(range, sql` and `)})`]
}

function likePattern(term: string): string {
  return `%${term.replace(/[\\%_]/g, String.raw`\$&`)}%`
}

/** `glob` is case-sensitive, so it is faster than `like`; folded text has no case. */
function globPattern(term: string): string {
  return `*${term.replace(/[[*?]/g, '[$&]')}*`
}
