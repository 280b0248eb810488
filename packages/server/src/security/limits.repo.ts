import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

export interface Count {
  key: string
  hits: number
  resets_at: number
}

/**
 * Counts one more for each key, in one statement that other processes wait for; a count whose time is over starts over.
 * The keys must come in the same order from everyone, or two callers could wait for each other.
 */
export async function countHits(db: Db, keys: readonly { key: string; windowMs: number }[], now: number) {
  return db
    .insertInto('rate_limits')
    .values(keys.map(({ key, windowMs }) => ({ key, hits: 1, resets_at: now + windowMs })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql<number>`case when rate_limits.resets_at <= ${now} then 1 else rate_limits.hits + 1 end`,
        resets_at: sql<number>`
          case when rate_limits.resets_at <= ${now} then excluded.resets_at else rate_limits.resets_at end`,
      }),
    )
    .returning(['key', 'hits', 'resets_at'])
    .execute()
}

/** Takes one back from a count, unless it has started over since. */
export async function uncountHit(db: Db, { key, resets_at }: Count): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((eb) => ({ hits: eb('hits', '-', 1) }))
    .where('key', '=', key)
    .where('resets_at', '=', resets_at)
    .where('hits', '>', 0)
    .execute()
}

export async function findReset(db: Db, key: string, now: number): Promise<number> {
  const row = await db
    .selectFrom('rate_limits')
    .select('resets_at')
    .where('key', '=', key)
    .where('resets_at', '>', now)
    .executeTakeFirst()
  return row?.resets_at ?? 0
}

export async function forgetHits(db: Db, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute()
}

export async function deleteOverCounts(db: Db, now: number): Promise<void> {
  await db.deleteFrom('rate_limits').where('resets_at', '<=', now).execute()
  await db.deleteFrom('known_addresses').where('expires_at', '<=', now).execute()
}
