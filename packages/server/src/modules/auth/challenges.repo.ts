import type { Db } from '#server/db/client.ts'

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
