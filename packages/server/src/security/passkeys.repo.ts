import type { Db } from '#server/db/client.ts'
import { ACCOUNT_COLUMNS } from './account-rules.ts'

// Queries for sign-in and the operator's commands; those of the profile are in modules/passkeys.

export type PasskeyOfAccount = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

/** Finds a passkey by the id that its device gave it, with the account that it signs in to. */
export async function findPasskey(db: Db, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select([
      ...ACCOUNT_COLUMNS,
      'users.created_at',
      'passkeys.credential_id',
      'passkeys.public_key',
      'passkeys.counter',
    ])
    .where('passkeys.credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** Returns false if the challenge was used before; of two concurrent calls one succeeds. Deletes expired ones. */
export async function useChallenge(
  trx: Db,
  { challengeHash, now, expiresAt }: { challengeHash: string; now: number; expiresAt: number },
): Promise<boolean> {
  await trx.deleteFrom('used_challenges').where('expires_at', '<=', now).execute()
  const row = await trx
    .insertInto('used_challenges')
    .values({ challenge_hash: challengeHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('challenge_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if the passkey was removed, or a use with this or a higher count was recorded. Many devices always count 0. */
export async function recordUse(
  trx: Db,
  { credentialId, counter, now }: { credentialId: string; counter: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('credential_id', '=', credentialId)
    .where((eb) => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns false if the account had none. */
export async function deletePasskeys(trx: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}
