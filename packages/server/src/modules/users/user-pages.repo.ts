import { RESTS } from '@rapport/core/entities/users/user.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import { type Arg, compiledQuery } from '#server/db/compiled-query.ts'
import {
  scanConditions,
  includesSortKeys,
  isFiltered,
  isShort,
  LABELS,
  trigramsOfShort,
  searchConditions,
  narrowTableConditions,
  hasTrigrams,
  idsByTrigrams,
  indexedConditions,
  selectMatches,
  type Order,
  orderBy,
  type UserFilter,
  whereClause,
} from './user-filter.repo.ts'
import { LISTED_COLUMNS, listedColumnsSql, type ListedUser } from './users.repo.ts'

// There are two ways to find a page of users:
// - Filter, then sort: finds all matches by the indexes of texts and filters, counts them, and sorts them. For few
//   matches, at most MAX_SORTED.
// - Scan of the sort index: reads users in the order of the list and checks each, until the page is full. For many
//   matches, of which it soon finds enough.
// The server counts matches, and has pages of them, up to a bound (MAX_MATCHES in user-listing.service.ts).

export const MAX_SORTED = 20_000

/** Scanning is faster than sorting if there are this many times as many matches as users up to the end of the page. */
export const SCAN_FACTOR = 3

/** The most trigrams of a short term that SQLite looks up. */
const MAX_TRIGRAMS = 50

export interface Slice {
  order: Order
  offset: number
  /** Undefined for no limit. */
  limit?: number
}

/** Filters, then sorts. Returns undefined above `max` matches. */
export async function filterThenSort(
  db: Db,
  engine: Engine,
  filter: UserFilter,
  { order, offset, limit = MAX_SORTED }: Slice,
  max = MAX_SORTED,
): Promise<{ rows: ListedUser[]; total: number } | undefined> {
  const fewMatchesSql = sql<boolean>`(select total from counted) <= ${max}`
  const orderSql = orderBy({ ...order, key: sql`users.sort_key` })
  const { matches, matchesWithKey } = engine === 'postgres' ? matchesOnPostgres() : await matchesOnSqlite()
  const slicedSql = sql`(select * from (${matchesWithKey}) as users order by ${orderSql} limit ${limit} offset ${offset}) as sliced`
  const columnsSql = sql`${listedColumnsSql}, ${order.key} as sort_key`
  const pageSql =
    engine === 'postgres'
      ? sql`select users.* from ${slicedSql} ${joinOneByOne(columnsSql, sql`sliced.id`)}`
      : sql`select ${columnsSql} from ${slicedSql} cross join users where users.id = sliced.id`
  // In one statement the search runs once. Above `max` matches the statement only counts.
  const { rows } = await sql<{ total: number } & (ListedUser | { id: null })>`
    with
      matches as materialized (${matches} limit ${max + 1}),
      counted as materialized (select count(*) as total from matches)
    select counted.total, ${listedColumnsSql} from counted left join (${pageSql}) as users on true
    order by ${orderSql}`.execute(db)
  const total = rows[0]?.total ?? 0
  return total > max ? undefined : { rows: rows.filter((row) => row.id !== null), total }

  async function matchesOnSqlite() {
    const withKeySql = includesSortKeys(filter, order)
      ? sql`select * from matches where ${fewMatchesSql}`
      : sql`select users.id, ${order.key} as sort_key from matches cross join users where users.id = matches.id and ${fewMatchesSql}`
    return { matches: selectMatches(filter, order, await isRare(db, filter)), matchesWithKey: withKeySql }
  }

  function matchesOnPostgres() {
    const conditions = indexedConditions(filter)
    const withKeySql = sql`users.id, ${order.key} as sort_key`
    const ids = sql`select users.id from users ${whereClause(conditions)}`
    // Without a search, an index counts the matches.
    if (filter.words.length === 0)
      return {
        matches: ids,
        matchesWithKey: sql`select ${withKeySql} from users ${whereClause([...conditions, fewMatchesSql])}`,
      }
    // Indexes hold the texts of the users of each value. A rest, such as all who are not active, is at the end of its index.
    const { values } = filter
    const isOnly = Object.keys(values).length === 1
    const restOf = LABELS.find((name) => isOnly && values[name]?.some((value) => RESTS.has(value)))
    if (values.status || values.role || restOf)
      return {
        matches: restOf ? sql`${ids} order by ${sql.ref(`users.${restOf}_folded`)} desc` : ids,
        matchesWithKey: sql`select users.* from matches ${joinOneByOne(withKeySql, sql`matches.id`)} where ${fewMatchesSql}`,
      }
    // Any other search reads the users that it finds, so their keys come with their ids. Users of a date range are stored
    // together; PostgreSQL assumes that they are spread, and would scan the table from its start.
    const { joinedFrom, joinedTo } = filter
    const byDateSql = joinedFrom === undefined && joinedTo === undefined ? sql`` : sql`order by users.joined`
    return {
      matches: sql`select ${withKeySql} from users ${whereClause(conditions)} ${byDateSql}`,
      matchesWithKey: sql`select * from matches where ${fewMatchesSql}`,
    }
  }
}

/** PostgreSQL: looks each user up by id. Without `offset 0` it would read the whole table. */
function joinOneByOne(columns: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cross join lateral (select ${columns} from users where users.id = ${id} offset 0) as users`
}

/** Returns true if SQLite's trigrams find few users, before any filter. PostgreSQL estimates that itself. */
async function isRare(db: Db, filter: UserFilter): Promise<boolean> {
  const [term = ''] = filter.words
  if (!hasTrigrams(filter)) return false
  // A scan is faster than looking up all trigrams that begin with a short term.
  if (isShort(term) && (await hasMore(db, trigramsOfShort(term), MAX_TRIGRAMS))) return false
  return !(await hasMore(db, idsByTrigrams(filter), MAX_SORTED))
}

async function hasMore(db: Db, selection: RawBuilder<unknown>, max: number): Promise<boolean> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${selection} limit ${max + 1})`.execute(db)
  return (rows[0]?.total ?? 0) > max
}

const selectIdRange = { asc: idRangeQuery('asc'), desc: idRangeQuery('desc') }

/**
 * SQLite: a page of the list sorted by id is one range of ids. Its first id is read from `user_texts`, which has a tenth of the
 * database pages of `users`.
 */
function idRangeQuery(direction: 'asc' | 'desc') {
  return compiledQuery((db, arg: Arg<{ skipCount: number; count: number }>) => {
    const orderSql = sql.raw(`order by id ${direction}`)
    const firstSql = sql<number>`(select id from user_texts ${orderSql} limit 1 offset ${arg('skipCount')})`
    return db
      .selectFrom('users')
      .select(LISTED_COLUMNS)
      .where('id', direction === 'asc' ? '>=' : '<=', firstSql)
      .orderBy('id', direction)
      .limit(arg('count'))
  })
}

/** Scans the sort index, from its end if `total` is known and the page is nearer to the end. */
export async function scanSortIndex(
  db: Db,
  engine: Engine,
  filter: UserFilter,
  { order, offset, limit, total = Number.POSITIVE_INFINITY }: Required<Slice> & { total?: number },
): Promise<ListedUser[]> {
  const count = Math.min(limit, total - offset)
  if (count <= 0) return []
  const isBackwards = offset > total / 2
  const skipCount = isBackwards ? total - offset - count : offset
  const sortSql = orderBy(order, isBackwards)
  if (engine === 'sqlite' && order.isById && !isFiltered(filter)) {
    const direction = order.isDescending === isBackwards ? 'asc' : 'desc'
    const rows = await selectIdRange[direction](db, { skipCount, count })
    return isBackwards ? rows.toReversed() : rows
  }
  const rangeSql = sql`order by ${sortSql} limit ${count} offset ${skipCount}`
  const scanSql = engine === 'sqlite' ? scanOnSqlite(filter, order) : scanOnPostgres(filter, order, isBackwards)
  return selectByIds(db, order, sql`select users.id from ${scanSql} ${rangeSql}`)
}

function scanOnSqlite(filter: UserFilter, { isById, table }: Order): RawBuilder<unknown> {
  // `user_texts` has the same ids in a tenth of the database pages. Its index returns matches unsorted, so it is not used.
  return isById
    ? sql`(select user_texts.id from user_texts not indexed ${whereClause(narrowTableConditions(filter))}) as users`
    : sql`${table} ${whereClause(scanConditions(filter, 'sqlite'))}`
}

function scanOnPostgres(filter: UserFilter, order: Order, isBackwards: boolean): RawBuilder<unknown> {
  const filters = scanConditions({ ...filter, words: [] }, 'postgres')
  if (filter.words.length === 0) return sql`users ${whereClause(filters)}`
  // PostgreSQL cannot estimate how many texts match, and might read and sort the whole table. With an offset in the inner
  // query it checks them in the order of the index.
  const orderedSql = sql`order by ${orderBy(order, isBackwards)} offset 0`
  const texts = searchConditions(filter.words, 'postgres')
  if (!order.isById || filters.length === 0)
    return sql`(select * from users ${orderedSql}) as users ${whereClause([...filters, ...texts])}`
  // The index by id has the filtered columns but no texts, so texts are read only for users who pass the filters.
  const passingSql = sql`(select users.id from users ${whereClause(filters)} ${orderedSql}) as passing`
  const textsSql = joinOneByOne(sql`users.search_text`, sql`passing.id`)
  return sql`(select passing.id from ${passingSql} ${textsSql} ${whereClause(texts)}) as users`
}

/** Reads users by ids that a separate query finds; otherwise PostgreSQL would read every skipped user. */
async function selectByIds(db: Db, order: Order, ids: RawBuilder<unknown>): Promise<ListedUser[]> {
  const { rows } = await sql<ListedUser>`
    with page as materialized (${ids})
    select ${listedColumnsSql} from page cross join users where users.id = page.id order by ${orderBy(order)}`.execute(
    db,
  )
  return rows
}
