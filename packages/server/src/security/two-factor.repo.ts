import type { Db } from '#server/db/client.ts'

// Queries for sign-in, startup and the operator's commands; those for set-up are in modules/two-factor.

/** Returns undefined while two-factor authentication is off. */
export async function findTwoFactor(db: Db, userId: number) {
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

/** Returns false if a code of this or a later time step was accepted before; of two concurrent calls one succeeds. */
export async function consumeTimeStep(db: Db, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns false if there is no such unused code. */
export async function consumeRecoveryCode(db: Db, userId: number, codeMac: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_mac', '=', codeMac)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { total } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return total
}

/** Returns false if two-factor authentication was off. */
export async function deleteTwoFactor(db: Db, userId: number): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
  const { numDeletedRows } = await db.deleteFrom('two_factor').where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}
