import { sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import { conditionsOf, idsOf, type Order, orderBy, type Selection, where } from './user-selection.repo.ts'
import { LISTED_COLUMNS, type ListedUser } from './users.repo.ts'

/** Up to so many matches are sorted; of more, enough are soon met by going through the order. */
export const MOST_SORTED = 30_000

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
  { order, offset, limit = MOST_SORTED }: Slice,
  most = MOST_SORTED,
): Promise<{ rows: ListedUser[]; total: number } | undefined> {
  const found = sql`with found as materialized (${idsOf(selection, engine)} limit ${most + 1})`
  const { rows } = await sql<ListedUser & { total: number }>`
    ${found} select ${LISTED_COLUMNS}, (select count(*) from found) as total from found cross join users
    where users.id = found.id order by ${orderBy(order)} limit ${limit} offset ${offset}`.execute(db)
  const total = rows[0]?.total ?? (offset === 0 ? 0 : await count())
  return total > most ? undefined : { rows, total }

  async function count(): Promise<number> {
    const counted = await sql<{ total: number }>`${found} select count(*) as total from found`.execute(db)
    return counted.rows[0]?.total ?? 0
  }
}

/** The users of a selection in order, by going through the index of that order. */
export async function selectInOrder(
  db: Db,
  engine: Engine,
  selection: Selection,
  { order, offset, limit }: Required<Slice>,
): Promise<ListedUser[]> {
  const matches = where(conditionsOf(selection, engine))
  // The ids by themselves: PostgreSQL would read every user that it passes over.
  const { rows } = await sql<ListedUser>`
    with page as materialized (
      select users.id from users ${matches} order by ${orderBy(order)} limit ${limit} offset ${offset}
    )
    select ${LISTED_COLUMNS} from page cross join users where users.id = page.id order by ${orderBy(order)}`.execute(db)
  return rows
}
