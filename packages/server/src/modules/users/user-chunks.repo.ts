import { type RawBuilder, sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import { scanConditions, type Order, orderBy, type UserFilter, whereClause } from './user-filter.repo.ts'
import { listedColumnsSql, type ListedUser } from './users.repo.ts'

type Condition = RawBuilder<boolean>
type KeyedUser = ListedUser & { sort_key: string | number | null }

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
  const { key, table, isDescending, isById } = order
  const filterConditions = scanConditions(filter, engine)

  async function read(limit: number, ...conditions: Condition[]): Promise<KeyedUser[]> {
    const { rows } = await sql<KeyedUser>`
      select ${listedColumnsSql}, ${key} as sort_key from ${table} ${whereClause([...filterConditions, ...conditions])}
      order by ${orderBy(order)} limit ${limit}`.execute(db)
    return rows
  }

  const beyondSql = ({ sort_key }: KeyedUser) =>
    isDescending ? sql<boolean>`${key} < ${sort_key}` : sql<boolean>`${key} > ${sort_key}`
  const laterIdSql = ({ id }: KeyedUser) => sql<boolean>`users.id > ${id}`

  async function* readGroup(condition: Condition, readAfter: (last: KeyedUser) => Promise<KeyedUser[]>) {
    let rows = await read(size, condition)
    for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
      yield rows
      rows = await readAfter(last)
    }
  }

  yield* readGroup(sql`${key} is not null`, async (last) => {
    const equalRows: KeyedUser[] = isById ? [] : await read(size, sql`${key} = ${last.sort_key}`, laterIdSql(last))
    const laterRows = equalRows.length < size ? await read(size - equalRows.length, beyondSql(last)) : []
    return [...equalRows, ...laterRows]
  })
  if (!isById) yield* readGroup(sql`${key} is null`, (last) => read(size, sql`${key} is null`, laterIdSql(last)))
}
