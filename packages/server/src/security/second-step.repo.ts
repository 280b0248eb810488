import type { Db } from '#server/db/client.ts'

/** Two-factor authentication that is on; undefined where there is none. */
export async function findSecondStep(db: Db, userId: number) {
  return db
    .selectFrom('two_factor')
    .select(['sealed_secret', 'enabled_at'])
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst()
}

export async function selectSealedSecrets(db: Db) {
  return db.selectFrom('two_factor').select(['user_id', 'sealed_secret']).where('enabled_at', 'is not', null).execute()
}

/** False when a code of this time step, or of a later one, was taken before: of two at once one is taken. */
export async function takeTimeStep(db: Db, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False when there is no such code, or not any more. */
export async function takeRecoveryCode(db: Db, userId: number, codeMac: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_mac', '=', codeMac)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Signing in takes the password alone from now on; false when it did already. */
export async function deleteSecondStep(db: Db, userId: number): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
  const { numDeletedRows } = await db.deleteFrom('two_factor').where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}
