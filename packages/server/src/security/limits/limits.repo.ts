import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { CLOCK_SKEW_MS } from '#server/domain/time.ts'

/**
 * Increments each key's count, in one statement that other processes wait for. A count restarts when its window has
 * ended, or was dated by a wrong clock.
 */
export async function countHits(db: Db, keys: readonly { key: string; windowMs: number }[], now: number) {
  const expiredSql = sql`
    (rate_limits.resets_at <= ${now} or rate_limits.resets_at > excluded.resets_at + ${CLOCK_SKEW_MS})`
  return db
    .insertInto('rate_limits')
    .values(keys.map(({ key, windowMs }) => ({ key, hits: 1, resets_at: now + windowMs })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql<number>`case when ${expiredSql} then 1 else rate_limits.hits + 1 end`,
        resets_at: sql<number>`case when ${expiredSql} then excluded.resets_at else rate_limits.resets_at end`,
      }),
    )
    .returning(['key', 'hits', 'resets_at'])
    .execute()
}

/** Decrements a count, unless it has restarted since. */
export async function decrementHits(db: Db, { key, resetsAt }: { key: string; resetsAt: number }): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((eb) => ({ hits: eb('hits', '-', 1) }))
    .where('key', '=', key)
    .where('resets_at', '=', resetsAt)
    .where('hits', '>', 0)
    .execute()
}

export async function deleteHits(db: Db, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute()
}

export async function deleteExpiredCountsAndBlocks(db: Db, now: number): Promise<void> {
  await db.deleteFrom('rate_limits').where('resets_at', '<=', now).execute()
  await db.deleteFrom('known_addresses').where('expires_at', '<=', now).execute()
}

/** Ignores an entry that ends later than `latestExpiry`, which was dated by a wrong clock. */
export async function isKnownBlock(db: Db, key: string, { now, latestExpiry }: { now: number; latestExpiry: number }) {
  const row = await db
    .selectFrom('known_addresses')
    .select('key')
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', latestExpiry)
    .executeTakeFirst()
  return row !== undefined
}

export async function rememberBlock(db: Db, key: string, expires_at: number): Promise<void> {
  await db
    .insertInto('known_addresses')
    .values({ key, expires_at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ expires_at }))
    .execute()
}
