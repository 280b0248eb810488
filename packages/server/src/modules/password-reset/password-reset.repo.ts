import { isSigningAdmin } from '#server/security/account.repo.ts'
import type { Db } from '#server/db/client.ts'

interface NewCode {
  userId: number
  codeMac: string
  requestedAt: number
  expiresAt: number
  /** From so many wrong codes on there are no new ones. */
  mostFailures: number
}

/**
 * Puts a new code in the place of the one before. `stopped` after too many wrong ones; `superseded` when a code that was
 * asked for later is out already, which a mail sent late must not undo.
 */
export async function replaceCode(db: Db, code: NewCode): Promise<'replaced' | 'stopped' | 'superseded'> {
  const { userId, codeMac, requestedAt, expiresAt, mostFailures } = code
  const columns = { code_mac: codeMac, code_tries: 0, code_expires_at: expiresAt, requested_at: requestedAt }
  const replaced = await db
    .insertInto('password_resets')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(columns)
        .where('password_resets.failures', '<', mostFailures)
        .where('password_resets.requested_at', '<=', requestedAt),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (replaced) return 'replaced'
  const { failures } = await db
    .selectFrom('password_resets')
    .select('failures')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return failures >= mostFailures ? 'stopped' : 'superseded'
}

/**
 * Counts a try at the code of the account that can sign in with this e-mail address, and answers what to compare it with;
 * undefined when none of its codes may be tried. To be committed before the comparison, or parallel tries outrun the count.
 */
export async function countTry(
  db: Db,
  {
    emailKey,
    now,
    mostTries,
    mostFailures,
  }: { emailKey: string; now: number; mostTries: number; mostFailures: number },
) {
  return db
    .updateTable('password_resets')
    .set((eb) => ({ code_tries: eb('code_tries', '+', 1), failures: eb('failures', '+', 1) }))
    .where('user_id', '=', (eb) =>
      eb.selectFrom('users').select('id').where('email_key', '=', emailKey).where(isSigningAdmin),
    )
    .where('code_mac', 'is not', null)
    .where('code_expires_at', '>', now)
    .where('code_tries', '<', mostTries)
    .where('failures', '<', mostFailures)
    .returning(['user_id', 'code_mac'])
    .executeTakeFirst()
}

/** Trades the code for a token, once; its try was none of the wrong ones. False when another request was faster. */
export async function tradeCode(
  db: Db,
  { userId, codeMac, tokenHash, expiresAt }: { userId: number; codeMac: string; tokenHash: string; expiresAt: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('password_resets')
    .set((eb) => ({
      code_mac: null,
      failures: eb('failures', '-', 1),
      token_hash: tokenHash,
      token_expires_at: expiresAt,
    }))
    .where('user_id', '=', userId)
    .where('code_mac', '=', codeMac)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whose reset token this is, if it has not expired. */
export async function findTokenOwner(db: Db, tokenHash: string, now: number) {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select([
      'users.id',
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.role',
      'users.status',
      'users.password_hash',
    ])
    .where('password_resets.token_hash', '=', tokenHash)
    .where('password_resets.token_expires_at', '>', now)
    .executeTakeFirst()
}

/** Uses a token up; false when it is used up already or has expired. */
export async function useToken(
  trx: Db,
  { userId, tokenHash, now }: { userId: number; tokenHash: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('password_resets')
    .set({ token_hash: null, token_expires_at: null, code_mac: null })
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .where('token_expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
