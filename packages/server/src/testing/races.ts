import { sql } from 'kysely'
import type { TestServer } from './start.ts'

/** As many at once as PostgreSQL has connections for us. */
export const AT_ONCE = 10

/** Does it so many times at once. */
export function together<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)))
}

/** Lets those who come wait until there are so many, and then all go on. */
export function barrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return async () => {
    arrived += 1
    if (arrived === count) resolve()
    await promise
  }
}

/** Resolves when a connection to PostgreSQL waits for a lock that another one holds. */
export async function untilSomebodyWaits({ database: { db } }: TestServer): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db)
    if (rows.length > 0) return
  }
}
