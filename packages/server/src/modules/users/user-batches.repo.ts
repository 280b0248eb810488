import { type RawBuilder, sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import { conditionsOf, type Order, orderBy, type Selection, where } from './user-selection.repo.ts'
import { LISTED_COLUMNS, type ListedUser } from './users.repo.ts'

type Condition = RawBuilder<boolean>
type Placed = ListedUser & { place: string | number | null }

/** Small enough for other requests to be answered between two batches. */
export const BATCH = 100

/**
 * Yields all matching users in order, in batches, without a lock or an open cursor between them. A user that does not
 * change comes exactly once; one that changes meanwhile may be missing or outdated.
 */
export async function* userBatches(
  db: Db,
  engine: Engine,
  selection: Selection,
  order: Order,
  size = BATCH,
): AsyncGenerator<ListedUser[]> {
  const { key, isDescending, isById } = order
  const matches = conditionsOf(selection, engine)

  async function read(limit: number, ...conditions: Condition[]): Promise<Placed[]> {
    const { rows } = await sql<Placed>`
      select ${LISTED_COLUMNS}, ${key} as place from users ${where([...matches, ...conditions])}
      order by ${orderBy(order)} limit ${limit}`.execute(db)
    return rows
  }

  const beyond = ({ place }: Placed) =>
    isDescending ? sql<boolean>`${key} < ${place}` : sql<boolean>`${key} > ${place}`
  const follows = ({ id }: Placed) => sql<boolean>`users.id > ${id}`

  async function* withValue(): AsyncGenerator<Placed[]> {
    let rows = await read(size, sql`${key} is not null`)
    for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
      yield rows
      const equal: Placed[] = isById ? [] : await read(size, sql`${key} = ${last.place}`, follows(last))
      const rest = equal.length < size ? await read(size - equal.length, beyond(last)) : []
      rows = [...equal, ...rest]
    }
  }

  async function* withoutValue(): AsyncGenerator<Placed[]> {
    let rows = await read(size, sql`${key} is null`)
    for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
      yield rows
      rows = await read(size, sql`${key} is null`, follows(last))
    }
  }

  yield* withValue()
  if (!isById) yield* withoutValue()
}
