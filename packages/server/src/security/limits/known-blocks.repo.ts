import type { Db } from '#server/db/client.ts'

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
