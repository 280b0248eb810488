import { type RawBuilder, sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import {
  conditionsOf,
  hasTrigrams,
  idsByTrigrams,
  idsOf,
  indexedConditionsOf,
  type Order,
  orderBy,
  type Selection,
  where,
} from './user-selection.repo.ts'
import { LISTED_COLUMNS, type ListedUser } from './users.repo.ts'

/** Up to this many matches are sorted for any page. Beyond it, walking the index of the order soon finds enough. */
export const MAX_SORTED = 30_000

/** Walking the index is faster than sorting where the matches are more than this many times the page's end. */
export const SORTED_FOR_EACH = 3

/** PostgreSQL walks so far, which takes less than half a second. */
export const MAX_WALKED = 100_000

export interface Slice {
  order: Order
  offset: number
  /** Undefined for all there are from there on. */
  limit?: number
}

/** The matches of a selection, found by its texts and filters and sorted then; undefined when they are too many for that. */
export async function selectFound(
  db: Db,
  engine: Engine,
  selection: Selection,
  { order, offset, limit = MAX_SORTED }: Slice,
  most = MAX_SORTED,
): Promise<{ rows: ListedUser[]; total: number } | undefined> {
  const isFew = sql<boolean>`(select total from counted) <= ${most}`
  const inOrder = orderBy({ ...order, key: sql`users.place` })
  const [found, places] = engine === 'postgres' ? foundOnPostgres() : await foundOnSqlite()
  const sliced = sql`(select * from (${places}) as users order by ${inOrder} limit ${limit} offset ${offset}) as sliced`
  const columns = sql`${LISTED_COLUMNS}, ${order.key} as place`
  const page =
    engine === 'postgres'
      ? sql`select users.* from ${sliced} ${readingEach(columns, sql`sliced.id`)}`
      : sql`select ${columns} from ${sliced} cross join users where users.id = sliced.id`
  // One statement searches once. With more than `most` matches it only counts.
  const { rows } = await sql<{ total: number } & (ListedUser | { id: null })>`
    with
      found as materialized (${found} limit ${most + 1}),
      counted as materialized (select count(*) as total from found)
    select counted.total, ${LISTED_COLUMNS} from counted left join (${page}) as users on true
    order by ${inOrder}`.execute(db)
  const total = rows[0]?.total ?? 0
  return total > most ? undefined : { rows: rows.filter((row) => row.id !== null), total }

  /** Sorts by id without reading the users. */
  async function foundOnSqlite() {
    return [
      idsOf(selection, await findsFew(db, selection, most)),
      order.isById
        ? sql`select id, id as place from found where ${isFew}`
        : sql`select users.id, ${order.key} as place from found cross join users where users.id = found.id and ${isFew}`,
    ]
  }

  function foundOnPostgres() {
    const conditions = indexedConditionsOf(selection)
    const place = sql`users.id, ${order.key} as place`
    const ids = sql`select users.id from users ${where(conditions)}`
    // Filters alone are counted in an index.
    if (selection.term === '') return [ids, sql`select ${place} from users ${where([...conditions, isFew])}`]
    // An index has the texts of the users of each status and role.
    if (selection.status !== undefined || selection.role !== undefined)
      return [ids, sql`select users.* from found ${readingEach(place, sql`found.id`)} where ${isFew}`]
    // Any other search reads the users that it finds.
    return [sql`select ${place} from users ${where(conditions)}`, sql`select * from found where ${isFew}`]
  }
}

/** PostgreSQL: joins `users` by id, one after the other. Without the offset it would read the whole table. */
function readingEach(columns: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cross join lateral (select ${columns} from users where users.id = ${id} offset 0) as users`
}

/** True if SQLite's trigrams find few users, before any filter; PostgreSQL estimates that itself. */
async function findsFew(db: Db, selection: Selection, most: number): Promise<boolean> {
  if (!hasTrigrams(selection)) return false
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${idsByTrigrams(selection.term)} limit ${most + 1})`.execute(db)
  return (rows[0]?.total ?? 0) <= most
}

/**
 * The users of a selection in order, by going through the index of that order; from its end where `total` is known and
 * that is nearer.
 */
export async function selectInOrder(
  db: Db,
  engine: Engine,
  selection: Selection,
  { order, offset, limit, total = Number.POSITIVE_INFINITY }: Required<Slice> & { total?: number },
): Promise<ListedUser[]> {
  const wanted = Math.min(limit, total - offset)
  if (wanted <= 0) return []
  const isBackwards = offset > total / 2
  const passed = isBackwards ? total - offset - wanted : offset
  const conditions = conditionsOf(selection, engine)
  // SQLite has no narrower index of the ids than the texts, whose pages are a tenth of the users' own.
  const isNarrow = engine === 'sqlite' && order.isById && conditions.length === 0
  const source = isNarrow ? sql`user_texts as users` : sql`users ${where(conditions)}`
  return listIds(
    db,
    order,
    sql`select users.id from ${source} order by ${orderBy(order, isBackwards)} limit ${wanted} offset ${passed}`,
  )
}

/**
 * The same for a selection with more matches than are sorted. PostgreSQL reads each user whose text it checks, and matches
 * may all stand at the end of the order: from some place on it is faster to read the whole table as it lies.
 */
export async function selectFrequent(
  db: Db,
  engine: Engine,
  selection: Selection,
  slice: Required<Slice>,
  mostWalked: number,
): Promise<ListedUser[]> {
  // By id the walk reads the table as it lies anyhow.
  if (engine === 'sqlite' || selection.term === '' || slice.order.isById)
    return selectInOrder(db, engine, selection, slice)
  const { order, offset, limit } = slice
  const inOrder = sql`order by ${orderBy(order)}`
  const walked = sql`(select users.* from users ${inOrder} limit ${mostWalked}) as users`
  const matching = where(conditionsOf(selection, engine))
  const sliced = sql`limit ${limit} offset ${offset}`
  const near = await listIds(db, order, sql`select users.id from ${walked} ${matching} ${inOrder} ${sliced}`)
  if (near.length === limit) return near
  const found = where(indexedConditionsOf(selection))
  // With the offset, PostgreSQL does not go through the index of the order.
  const all = sql`(select users.id, ${order.key} as place from users ${found} offset 0) as users`
  const byPlace = orderBy({ ...order, key: sql`users.place` })
  return listIds(db, order, sql`select users.id from ${all} order by ${byPlace} ${sliced}`)
}

/** Finds the ids by themselves: PostgreSQL would read every user that it passes over. */
async function listIds(db: Db, order: Order, ids: RawBuilder<unknown>): Promise<ListedUser[]> {
  const { rows } = await sql<ListedUser>`
    with page as materialized (${ids})
    select ${LISTED_COLUMNS} from page cross join users where users.id = page.id order by ${orderBy(order)}`.execute(db)
  return rows
}
