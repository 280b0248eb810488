import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'

const SHORT_MS = 500
const PAST_TIMEOUTS = sql.raw(`interval '${2 * SHORT_MS} milliseconds'`)

/** Adds short timeouts to the URL, so that a test need not wait long. */
export function withShortTimeouts(url: string): string {
  const address = new URL(url)
  for (const limit of ['statement_timeout', 'lock_timeout']) address.searchParams.set(limit, String(SHORT_MS))
  return address.href
}

/**
 * Runs `work` while another connection locks the table. Releases the lock once `waiting` connections have waited past both
 * timeouts.
 */
export async function whileLocked<T>(
  { db }: Database,
  table: string,
  waiting: number,
  work: () => Promise<T>,
): Promise<T> {
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const lockTransaction = db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx)
    locked.resolve()
    await release.promise
  })
  await Promise.race([locked.promise, lockTransaction])
  const workEnded = new AbortController()
  const releaseWhenWaiting = async () => {
    while (!workEnded.signal.aborted && (await countWaiting(db)) < waiting);
    release.resolve()
  }
  const pendingWork = work().finally(() => workEnded.abort())
  const [result] = await Promise.all([pendingWork, releaseWhenWaiting(), lockTransaction])
  return result
}

async function countWaiting(db: Database['db']): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query_start < clock_timestamp() - ${PAST_TIMEOUTS}
  `.execute(db)
  return rows.length
}
