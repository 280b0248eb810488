import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { MAX_CONNECTIONS } from '#server/db/client.ts'
import type { TestServer } from '../start.ts'

/** As many concurrent calls as there are connections to PostgreSQL. */
export const CONCURRENT_CALLS = MAX_CONNECTIONS

export function concurrently<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)))
}

/** Resolves when a connection to this database waits for a lock; other test files share the cluster. */
export async function untilLockIsAwaited({ database: { db } }: TestServer): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows.length > 0) return
    await delay(5)
  }
}
