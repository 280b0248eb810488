import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

type Db = Kysely<Schema>

/** The account that an e-mail address belongs to, as far as signing in needs it. */
export async function findAccount(db: Db, emailKey: string) {
  return db
    .selectFrom('users')
    .select(['id', 'role', 'status', 'password_hash'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
}

export async function setPasswordHash(db: Db, userId: number, password_hash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash }).where('id', '=', userId).execute()
}

export interface NewSession {
  tokenHash: string
  userId: number
  now: number
  expiresAt: number
}

export async function insertSession(db: Db, { tokenHash, userId, now, expiresAt }: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ token_hash: tokenHash, user_id: userId, created_at: now, last_used_at: now, expires_at: expiresAt })
    .execute()
}

/** Deletes what has expired, and a user's oldest sessions beyond the newest `most`. */
export async function deleteSpentSessions(db: Db, userId: number, most: number, now: number, idleSince: number) {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('last_used_at', '<=', idleSince)]))
    .execute()
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', 'not in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('last_used_at', 'desc')
        .orderBy('token_hash')
        .limit(most),
    )
    .execute()
}

/** A session that has not expired, with its user as he is now. */
export async function findSession(db: Db, tokenHash: string, now: number, idleSince: number) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.role',
      'users.status',
      'users.password_hash',
      'sessions.last_used_at',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('sessions.last_used_at', '>', idleSince)
    .executeTakeFirst()
}

export async function touchSession(db: Db, tokenHash: string, now: number): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: now }).where('token_hash', '=', tokenHash).execute()
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}
