import type { Db } from '#server/db/client.ts'
import { ACCOUNT_COLUMNS } from '#server/security/account-rules.ts'
import { isActiveAdmin } from '#server/security/account.repo.ts'
import {
  FAILURES_PER_ACCOUNT_MS,
  MAX_ATTEMPTS_PER_CODE,
  MAX_CONSECUTIVE_FAILURES_PER_IP_BLOCK,
  MAX_FAILURES_PER_ACCOUNT,
} from './one-time-code.ts'

interface NewCode {
  userId: number
  codeMac: string
  requestedAt: number
  requesterDigest: string
  expiresAt: number
  /** Whether the owner has signed in from the IP block: too many wrong codes from elsewhere then stop no code. */
  isKnown: boolean
}

/**
 * Replaces the code of the same IP block. Returns `stopped` after too many wrong ones, and `superseded` if a later request
 * already has a code. A code that was requested after `expiresAt` was dated by a wrong clock, and is replaced.
 */
export async function replaceCode(db: Db, code: NewCode): Promise<'replaced' | 'stopped' | 'superseded'> {
  const { userId, codeMac, requestedAt, requesterDigest, expiresAt, isKnown } = code
  const { total } = await db
    .selectFrom('password_resets')
    .select((eb) => eb.cast<number>(eb.fn.coalesce(eb.fn.sum('failures'), eb.lit(0)), 'bigint').as('total'))
    .where('user_id', '=', userId)
    .where('requested_at', '>', requestedAt - FAILURES_PER_ACCOUNT_MS)
    .executeTakeFirstOrThrow()
  if (!isKnown && total >= MAX_FAILURES_PER_ACCOUNT) return 'stopped'
  const columns = {
    code_mac: codeMac,
    code_tries: 0,
    other_tries: 0,
    code_expires_at: expiresAt,
    requested_at: requestedAt,
  }
  const replacedRow = await db
    .insertInto('password_resets')
    .values({ user_id: userId, asked_from: requesterDigest, ...columns })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'asked_from'])
        .doUpdateSet(columns)
        .where('password_resets.failures', '<', MAX_CONSECUTIVE_FAILURES_PER_IP_BLOCK)
        .where((eb) =>
          eb.or([
            eb('password_resets.requested_at', '<=', requestedAt),
            eb('password_resets.requested_at', '>', expiresAt),
          ]),
        ),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (replacedRow) return 'replaced'
  const { failures } = await db
    .selectFrom('password_resets')
    .select('failures')
    .where('user_id', '=', userId)
    .where('asked_from', '=', requesterDigest)
    .executeTakeFirstOrThrow()
  return failures >= MAX_CONSECUTIVE_FAILURES_PER_IP_BLOCK ? 'stopped' : 'superseded'
}

interface ResetAttempt {
  emailKey: string
  requesterDigest: string
  now: number
  /** A code that expires later was dated by a wrong clock. */
  latestExpiry: number
}

/**
 * Counts an attempt at the codes of an account that can sign in, and returns the codes to compare: that of this IP block, or
 * those of all others. Both are counted apart, so that strangers cannot use up the owner's attempts. Commit before comparing;
 * otherwise parallel attempts bypass the limit.
 */
export async function countAttempt(db: Db, { emailKey, requesterDigest, now, latestExpiry }: ResetAttempt) {
  const count = (column: 'code_tries' | 'other_tries', operator: '=' | '!=') =>
    db
      .updateTable('password_resets')
      .set(column, (eb) => eb(column, '+', 1))
      .set('failures', (eb) => eb('failures', '+', 1))
      .where('user_id', '=', (eb) =>
        eb.selectFrom('users').select('id').where('email_key', '=', emailKey).where(isActiveAdmin),
      )
      .where('code_mac', 'is not', null)
      .where('code_expires_at', '>', now)
      .where('code_expires_at', '<=', latestExpiry)
      .where('asked_from', operator, requesterDigest)
      .where(column, '<', MAX_ATTEMPTS_PER_CODE)
      .where('failures', '<', MAX_CONSECUTIVE_FAILURES_PER_IP_BLOCK)
      .returning(['user_id', 'asked_from', 'code_mac'])
      .execute()
  const ownCodes = await count('code_tries', '=')
  return ownCodes.length > 0 ? ownCodes : count('other_tries', '!=')
}

/** Exchanges the code for a reset token, once, and uncounts its attempt. Returns false if another request was faster. */
export async function exchangeCode(
  db: Db,
  {
    userId,
    requesterDigest,
    codeMac,
    tokenHash,
    expiresAt,
  }: { userId: number; requesterDigest: string; codeMac: string; tokenHash: string; expiresAt: number },
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
    .where('asked_from', '=', requesterDigest)
    .where('code_mac', '=', codeMac)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ignores expired tokens, and tokens that expire after `latestExpiry`, which were dated by a wrong clock. */
export async function findTokenOwner(
  db: Db,
  tokenHash: string,
  { now, latestExpiry }: { now: number; latestExpiry: number },
) {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(ACCOUNT_COLUMNS)
    .where('password_resets.token_hash', '=', tokenHash)
    .where('password_resets.token_expires_at', '>', now)
    .where('password_resets.token_expires_at', '<=', latestExpiry)
    .executeTakeFirst()
}

/** Uses up the token and its code. Returns false if the token was used before or has expired. */
export async function consumeToken(
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

/** Deletes rows with no valid code, no valid token and no recent wrong codes. */
export async function deleteExpiredResets(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('password_resets')
    .where('code_expires_at', '<=', now)
    .where((eb) => eb.or([eb('token_hash', 'is', null), eb('token_expires_at', '<=', now)]))
    .where((eb) => eb.or([eb('failures', '=', 0), eb('requested_at', '<=', now - FAILURES_PER_ACCOUNT_MS)]))
    .execute()
}
