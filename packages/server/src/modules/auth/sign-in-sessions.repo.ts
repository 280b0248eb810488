import type { Db } from '#server/db/client.ts'
import { type Arg, compiledQuery, hideFromPlanner } from '#server/db/compiled-query.ts'
import { ACCOUNT_COLUMNS } from '#server/security/account-rules.ts'
import { SESSION_IDLE_MS } from '#server/security/assert-session-active.ts'

const MAX_PER_ADMIN = 10

export interface NewSession {
  tokenHash: string
  userId: number
  now: number
  expiresAt: number
  device?: string | null
  ip?: string
}

/** Inserts a session, which counts as confirmed (`proved_at`), since signing in required the password. */
export async function insertSession(
  db: Db,
  { tokenHash, userId, now, expiresAt, ...origin }: NewSession,
): Promise<void> {
  const times = { created_at: now, last_used_at: now, proved_at: now, expires_at: expiresAt }
  await db
    .insertInto('sessions')
    .values({ token_hash: tokenHash, user_id: userId, ...times, ...origin })
    .execute()
}

export async function recordIdentityConfirmed(db: Db, tokenHash: string, now: number): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: now }).where('token_hash', '=', tokenHash).execute()
}

/** Deletes expired sessions and a user's oldest ones beyond ten, but never the new one. */
export async function deleteOldSessions(
  db: Db,
  { userId, tokenHash, now }: Pick<NewSession, 'userId' | 'tokenHash' | 'now'>,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('last_used_at', '<=', now - SESSION_IDLE_MS)]))
    .execute()
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', tokenHash)
    .where('token_hash', 'not in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('token_hash')
        .where('user_id', '=', userId)
        .where('token_hash', '!=', tokenHash)
        .orderBy('created_at', 'desc')
        .orderBy('last_used_at', 'desc')
        .orderBy('token_hash')
        .limit(MAX_PER_ADMIN - 1),
    )
    .execute()
}

/** A valid session ends after `now` and by `latestExpiry`, and was last used after `idleSince`. */
interface SessionLookup {
  tokenHash: string
  now: number
  latestExpiry: number
  idleSince: number
}

export async function findSession(db: Db, lookup: SessionLookup) {
  const [session] = await selectSession(db, lookup)
  return session
}

const selectSession = compiledQuery((db, arg: Arg<SessionLookup>) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([...ACCOUNT_COLUMNS, 'sessions.last_used_at', 'sessions.proved_at'])
    .where('sessions.token_hash', '=', hideFromPlanner(arg('tokenHash')))
    .where('sessions.expires_at', '>', arg('now'))
    .where('sessions.expires_at', '<=', arg('latestExpiry'))
    .where('sessions.last_used_at', '>', arg('idleSince')),
)

export async function touchSession(db: Db, tokenHash: string, now: number): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: now }).where('token_hash', '=', tokenHash).execute()
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Inserts a challenge, and deletes expired ones. */
export async function insertChallenge(
  db: Db,
  { challengeHash, userId, now, expiresAt }: { challengeHash: string; userId: number; now: number; expiresAt: number },
): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('expires_at', '<=', now).execute()
  await db
    .insertInto('sign_in_challenges')
    .values({ challenge_hash: challengeHash, user_id: userId, expires_at: expiresAt })
    .execute()
}

/**
 * Counts an attempt in one statement, so that concurrent attempts count too. Returns the id of the user who signs in, or
 * undefined if no attempt is left or there is no such challenge. A challenge that ends after `latestExpiry` was dated by a
 * wrong clock, and is ignored.
 */
export async function countChallengeAttempt(
  db: Db,
  { challengeHash, now, latestExpiry, max }: { challengeHash: string; now: number; latestExpiry: number; max: number },
): Promise<number | undefined> {
  const row = await db
    .updateTable('sign_in_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('challenge_hash', '=', challengeHash)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', latestExpiry)
    .where('tries', '<', max)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** Returns false if another request has used up the challenge. */
export async function deleteChallenge(db: Db, challengeHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_challenges')
    .where('challenge_hash', '=', challengeHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
