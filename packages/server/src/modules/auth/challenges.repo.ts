import type { Db } from '#server/db/client.ts'

/** Also deletes expired challenges. */
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

/** Counts an attempt, including concurrent ones. Returns undefined if none is left or the challenge does not exist. */
export async function countChallengeAttempt(
  db: Db,
  { challengeHash, now, until, max }: { challengeHash: string; now: number; until: number; max: number },
): Promise<number | undefined> {
  const row = await db
    .updateTable('sign_in_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('challenge_hash', '=', challengeHash)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .where('tries', '<', max)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** Returns false if another request has used it. */
export async function deleteChallenge(db: Db, challengeHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_challenges')
    .where('challenge_hash', '=', challengeHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
