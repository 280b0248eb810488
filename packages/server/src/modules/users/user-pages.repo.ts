import { type RawBuilder, sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import { prepared } from '#server/db/prepared.ts'
import { LISTED_COLUMNS, type ListedUser } from './users.repo.ts'
import {
  isFound,
  type Order,
  orderBy,
  type Selection,
  type Thresholds,
  userFilters,
  where,
} from './user-selection.repo.ts'
import { foundByTrigrams, foundInTexts } from './user-totals.repo.ts'

/** What part of the matches is wanted, and what is known of them. */
export interface Slice {
  selection: Selection
  order: Order
  offset: number
  limit: number
  total: number
  /** The term finds few users, whatever else is asked for. */
  isRare: boolean
}

/** The users of a page, in order. */
export async function selectPage(db: Db, engine: Engine, slice: Slice, thresholds: Thresholds): Promise<ListedUser[]> {
  const { order, total, offset, limit } = slice
  const wanted = Math.min(limit, total - offset)
  if (wanted <= 0) return []
  const matches = (engine === 'sqlite' ? fewOnSqlite : fewOnPostgres)(slice, thresholds)
  if (matches !== undefined) {
    return rowsOf(db, sql`${matches} order by ${orderBy(order)} limit ${limit} offset ${offset}`)
  }
  // From whichever end is nearer: what is passed over has to be walked through.
  const isBackwards = offset > total / 2
  const passed = isBackwards ? total - offset - wanted : offset
  const key = isSortedById(slice, thresholds) ? sql<number>`users.id + 0` : order.key
  const walked = { order: orderBy({ ...order, key }, isBackwards), isBackwards, wanted, passed }
  const rows = await (engine === 'sqlite' ? walkOnSqlite : walkOnPostgres)(db, slice, walked)
  return isBackwards ? rows.toReversed() : rows
}

interface Walk {
  isBackwards: boolean
  order: RawBuilder<unknown>
  wanted: number
  passed: number
}

/** SQLite reads a user only when he is not passed over. */
async function walkOnSqlite(db: Db, slice: Slice, walk: Walk): Promise<ListedUser[]> {
  const conditions = conditionsOf(slice, 'sqlite')
  if (conditions.length === 0) return walkPlainly(db, slice.order, walk)
  const { order, wanted, passed } = walk
  return rowsOf(
    db,
    sql`select ${LISTED_COLUMNS} from users ${where(conditions)} order by ${order} limit ${wanted} offset ${passed}`,
  )
}

type PlainWalk = (db: Db, args: { wanted: number; passed: number }) => Promise<ListedUser[]>

const plainWalks = new Map<string, PlainWalk>()

/** What is asked most: the statement is made once for each order. */
async function walkPlainly(
  db: Db,
  { sort }: Order,
  { order, isBackwards, wanted, passed }: Walk,
): Promise<ListedUser[]> {
  const name = `${sort} ${isBackwards}`
  const run = plainWalks.get(name) ?? prepareWalk(order)
  plainWalks.set(name, run)
  return run(db, { wanted, passed })
}

function prepareWalk(order: RawBuilder<unknown>): PlainWalk {
  return prepared((db, arg) => {
    const query = sql<ListedUser>`
      select ${LISTED_COLUMNS} from users order by ${order} limit ${arg('wanted')} offset ${arg('passed')}`
    return { compile: () => query.compile(db) }
  })
}

/** PostgreSQL reads all users whom it walks by, unless it is asked for nothing but what is in the index. */
async function walkOnPostgres(db: Db, slice: Slice, { order, wanted, passed }: Walk): Promise<ListedUser[]> {
  const conditions = where(conditionsOf(slice, 'postgres'))
  const ids = sql`select users.id from users ${conditions} order by ${order} limit ${wanted} offset ${passed}`
  return rowsOf(
    db,
    sql`select ${LISTED_COLUMNS} from (${ids}) as page join users on users.id = page.id order by ${order}`,
  )
}

/** Undefined when the matches are too many to be fetched and sorted. */
function fewOnSqlite(slice: Slice, { few, fewAlike, scanned }: Thresholds): RawBuilder<unknown> | undefined {
  const { selection, order, total, isRare } = slice
  if (isRare) {
    const most = order.isByText ? fewAlike : few
    return total > most ? undefined : sql`select ${LISTED_COLUMNS} from ${foundByTrigrams(selection)}`
  }
  if (total > (selection.term === '' ? few : scanned)) return undefined
  const ids =
    selection.term === ''
      ? // The limit keeps the order outside, so that the filters choose the index.
        sql`select users.id from users ${where(userFilters(selection, 'sqlite'))} limit -1 offset 0`
      : sql`select user_texts.id from ${foundInTexts(selection)}`
  return sql`select ${LISTED_COLUMNS} from (${ids}) as found cross join users on users.id = found.id`
}

function fewOnPostgres(slice: Slice, { few, rare }: Thresholds): RawBuilder<unknown> | undefined {
  const { selection, order, total, isRare } = slice
  // What is sorted by the text it was found in may all stand at the end, and to get there is to read everybody.
  const isSorted = isRare || (selection.term !== '' && order.isByText)
  if (total > (isSorted ? rare : few)) return undefined
  const found = sql`select users.* from users ${where(conditionsOf(slice, 'postgres'))}`
  return sql`with found as materialized (${found}) select ${LISTED_COLUMNS} from found as users`
}

/** Whether the index by joining finds the ids, in its own order: a sum is not what the ids are indexed by. */
function isSortedById({ selection, order, total }: Slice, { sortedById }: Thresholds): boolean {
  const hasRange = selection.joinedFrom !== undefined || selection.joinedTo !== undefined
  return order.isById && hasRange && selection.term === '' && total <= sortedById
}

function conditionsOf({ selection }: Slice, engine: Engine) {
  const conditions = userFilters(selection, engine)
  return selection.term === '' ? conditions : [...conditions, isFound(selection.term, engine)]
}

async function rowsOf(db: Db, query: RawBuilder<unknown>): Promise<ListedUser[]> {
  const { rows } = await sql<ListedUser>`${query}`.execute(db)
  return rows
}
