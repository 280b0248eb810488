import { type RawBuilder, sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import { conditionsOf, type Order, orderBy, type UserFilter, where } from './user-filter.repo.ts'
import { LISTED_COLUMNS, type ListedUser } from './users.repo.ts'

type Condition = RawBuilder<boolean>
type Keyed = ListedUser & { sort_key: string | number | null }

/** Small enough for other requests to be served between two chunks. */
export const CHUNK_SIZE = 100

/**
 * Yields all matching users in order, in chunks, without a lock or an open cursor between them. A user that does not
 * change is returned exactly once; one that changes may be missing or outdated.
 */
export async function* userChunks(
  db: Db,
  engine: Engine,
  filter: UserFilter,
  order: Order,
  size = CHUNK_SIZE,
): AsyncGenerator<ListedUser[]> {
  const { key, isDescending, isById } = order
  const matches = conditionsOf(filter, engine)

  async function read(limit: number, ...conditions: Condition[]): Promise<Keyed[]> {
    const { rows } = await sql<Keyed>`
      select ${LISTED_COLUMNS}, ${key} as sort_key from users ${where([...matches, ...conditions])}
      order by ${orderBy(order)} limit ${limit}`.execute(db)
    return rows
  }

  const beyond = ({ sort_key }: Keyed) =>
    isDescending ? sql<boolean>`${key} < ${sort_key}` : sql<boolean>`${key} > ${sort_key}`
  const follows = ({ id }: Keyed) => sql<boolean>`users.id > ${id}`

  async function* withValue(): AsyncGenerator<Keyed[]> {
    let rows = await read(size, sql`${key} is not null`)
    for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
      yield rows
      const equal: Keyed[] = isById ? [] : await read(size, sql`${key} = ${last.sort_key}`, follows(last))
      const rest = equal.length < size ? await read(size - equal.length, beyond(last)) : []
      rows = [...equal, ...rest]
    }
  }

  async function* withoutValue(): AsyncGenerator<Keyed[]> {
    let rows = await read(size, sql`${key} is null`)
    for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
      yield rows
      rows = await read(size, sql`${key} is null`, follows(last))
    }
  }

  yield* withValue()
  if (!isById) yield* withoutValue()
}
