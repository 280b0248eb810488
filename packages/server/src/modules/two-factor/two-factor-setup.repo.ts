import type { Db } from '#server/db/client.ts'

/** Replaces an unconfirmed secret. Returns false if two-factor authentication is on. */
export async function storePendingSecret(db: Db, userId: number, sealedSecret: string, now: number): Promise<boolean> {
  const secret = { sealed_secret: sealedSecret, created_at: now }
  const row = await db
    .insertInto('two_factor')
    .values({ user_id: userId, ...secret })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(secret).where('two_factor.enabled_at', 'is', null))
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findPendingSecret(db: Db, userId: number, createdSince: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('two_factor')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is', null)
    .where('created_at', '>=', createdSince)
    .executeTakeFirst()
  return row?.sealed_secret
}

/** Returns false if two-factor authentication is on, or another secret has replaced this one. */
export async function enableTwoFactor(
  db: Db,
  { userId, sealedSecret, step, now }: { userId: number; sealedSecret: string; step: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({ enabled_at: now, last_step: step })
    .where('user_id', '=', userId)
    .where('sealed_secret', '=', sealedSecret)
    .where('enabled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function replaceRecoveryCodes(db: Db, userId: number, codeMacs: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(codeMacs.map((code_mac) => ({ user_id: userId, code_mac })))
    .execute()
}
