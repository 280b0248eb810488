import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import { type Arg, compiledQuery, hideFromPlanner } from '#server/db/compiled-query.ts'
import type { Schema } from '#server/db/schema.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { identityColumns, type NewUser, userRow } from '#server/db/user-row.ts'
import type { OperatorError } from '#server/domain/operator-error.ts'
import { ACTIVE_STATUS, CONSOLE_ROLE } from './account-rules.ts'

type Users = ExpressionBuilder<Schema, 'users'>

/** Matches accounts of the console, including suspended ones. */
function isConsoleAdmin(eb: Users) {
  return eb.and([eb('users.role', '=', CONSOLE_ROLE), eb('users.password_hash', 'is not', null)])
}

/** Matches the accounts for which `canSignIn` returns true. */
export function isActiveAdmin(eb: Users) {
  return eb.and([isConsoleAdmin(eb), eb('users.status', '=', ACTIVE_STATUS)])
}

/** Returns true if there is an admin, even a suspended one. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db.selectFrom('users').select('id').where(isConsoleAdmin).limit(1).executeTakeFirst()
  return admin !== undefined
}

export async function countUserRows(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Keeps other processes from writing users until the transaction ends, as any transaction does on SQLite. */
export async function lockUsers(trx: Db, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`lock table users in exclusive mode`.execute(trx)
}

export async function insertUser(db: Db, user: NewUser): Promise<number> {
  return (await db.insertInto('users').values(userRow(user)).returning('id').executeTakeFirstOrThrow()).id
}

/** Inserts an admin who can sign in. Throws `takenError` if a user has the email address. */
export async function insertAdmin(
  trx: Db,
  { now, ...admin }: Pick<NewUser, 'email' | 'first_name' | 'last_name' | 'password_hash'> & { now: Date },
  takenError: OperatorError,
): Promise<number> {
  const state = { role: CONSOLE_ROLE, status: ACTIVE_STATUS, profile_completed: true, created_at: now, joined_at: now }
  return insertUser(trx, { ...admin, ...state }).catch((error: unknown) => {
    throw isUniqueViolation(error, 'users', ['email_key']) ? takenError : error
  })
}

/** Sets names and email address. Throws a unique violation for another user's address. */
export async function updateProfile(
  trx: Db,
  userId: number,
  profile: { email: string; first_name: string; last_name: string },
): Promise<void> {
  await trx.updateTable('users').set(identityColumns(profile)).where('id', '=', userId).execute()
}

/** Finds an account by its email address (`uniqueKey`), with the columns that signing in needs. */
export async function findAccount(db: Db, emailKey: string) {
  return selectAccounts(db).where('email_key', '=', emailKey).executeTakeFirst()
}

export async function findAccountById(db: Db, id: number) {
  return selectAccounts(db).where('id', '=', id).executeTakeFirst()
}

function selectAccounts(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'role', 'status', 'password_hash', 'created_at'])
}

/** Selects all admins, including suspended ones. */
export async function selectAdmins(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'status', 'role', 'password_hash'])
    .where(isConsoleAdmin)
    .orderBy('id')
    .execute()
}

/** Stores the same password hashed with current parameters. */
export async function replacePasswordHash(trx: Db, userId: number, password_hash: string): Promise<void> {
  await trx.updateTable('users').set({ password_hash }).where('id', '=', userId).execute()
}

/** Locks the account until the transaction ends. Returns false if its password has already changed. */
export async function lockIfPasswordUnchanged(trx: Db, engine: Engine, userId: number, hash: string): Promise<boolean> {
  return (await lockAccount(trx, engine, userId)) === hash
}

/**
 * Locks the account until the transaction ends, and reads the hash of its password; undefined if it can no longer sign in, so that
 * no session begins after a suspension.
 */
export async function lockAccount(trx: Db, engine: Engine, userId: number): Promise<string | null | undefined> {
  const row = await trx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .where(isActiveAdmin)
    // A transaction on SQLite already excludes other writers.
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  return row?.password_hash
}

/**
 * Sets the password of an account that can sign in, ends its other sessions and forgets wrong codes. Returns false if
 * it can no longer sign in. The account is locked first: a concurrent sign-in waits for it, and either its session is
 * ended here or it finds another hash.
 */
export async function changePassword(
  trx: Db,
  { userId, passwordHash, keptTokenHash }: { userId: number; passwordHash: string; keptTokenHash?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .where(isActiveAdmin)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  // A sign-in that was begun with the old password must not be finished with a code.
  await trx.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
  await deleteSessions(trx, userId, keptTokenHash)
  // Discards a set-up of two-factor authentication that was begun with the old password.
  await trx.deleteFrom('two_factor').where('user_id', '=', userId).where('enabled_at', 'is', null).execute()
  await forgetWrongCodes(trx, userId)
  return true
}

/** Invalidates pending codes and reset tokens; the count of wrong codes stays. */
export async function deletePendingReset(trx: Db, userId: number): Promise<void> {
  await trx
    .updateTable('password_resets')
    .set({ code_mac: null, token_hash: null, token_expires_at: null })
    .where('user_id', '=', userId)
    .execute()
}

/** Resets the count of wrong codes, so that codes are sent again: a correct or new password ends the guessing. */
export async function forgetWrongCodes(trx: Db, userId: number): Promise<void> {
  await trx
    .updateTable('password_resets')
    .set({ failures: 0 })
    .where('user_id', '=', userId)
    .where('failures', '>', 0)
    .execute()
}

/** Ends everything with which an admin can act, now or after they can sign in again. */
export async function revokeCredentials(trx: Db, userId: number): Promise<void> {
  // Sessions come first: whoever is creating a token has locked theirs.
  for (const table of ['sign_in_challenges', 'sessions', 'machine_tokens', 'passkeys'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  await deletePendingReset(trx, userId)
}

export async function deleteSessions(db: Db, userId: number, keptTokenHash = ''): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', keptTokenHash)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Revokes all sessions, challenges, one-time codes, requests for codes, reset tokens, API tokens, passkeys and recovery codes. A
 * backup would bring back those that were used or revoked since.
 */
export async function revokeAllCredentials(trx: Db): Promise<void> {
  for (const table of ['sign_in_challenges', 'sessions', 'machine_tokens', 'passkeys', 'recovery_codes'] as const)
    await trx.deleteFrom(table).execute()
  await trx.deleteFrom('outbox').where('kind', '=', 'reset_code').execute()
  await trx.updateTable('password_resets').set({ code_mac: null, token_hash: null, token_expires_at: null }).execute()
}

type Credentials = 'sessions' | 'machine_tokens'

const accountQuery = (engine: Engine, credentials: Credentials) =>
  compiledQuery((db, arg: Arg<{ tokenHash: string; now: number }>) =>
    db
      .selectFrom([`${credentials} as credential`, 'users'])
      .select(['users.role', 'users.status', 'users.password_hash'])
      .whereRef('users.id', '=', 'credential.user_id')
      .where('credential.token_hash', '=', hideFromPlanner(arg('tokenHash')))
      .where('credential.expires_at', '>', arg('now'))
      .$if(engine === 'postgres', (query) => query.forKeyShare('credential')),
  )

const accountQueries = (engine: Engine) => ({
  sessions: accountQuery(engine, 'sessions'),
  machine_tokens: accountQuery(engine, 'machine_tokens'),
})

/** Selects the account of a session or API token that has not expired, and on PostgreSQL locks the session or token. */
export const selectSessionAccount = { sqlite: accountQueries('sqlite'), postgres: accountQueries('postgres') }
