import type { Db } from '#server/db/client.ts'

/**
 * Length of a public session id, a prefix of the token's digest: long enough to be unique, too short to reveal the
 * digest.
 */
const ID_LENGTH = 16

export function sessionId(tokenHash: string): string {
  return tokenHash.slice(0, ID_LENGTH)
}

export async function selectSessions(db: Db, userId: number, { now, idleSince }: { now: number; idleSince: number }) {
  return db
    .selectFrom('sessions')
    .select(['token_hash', 'device', 'ip', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', idleSince)
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
}

export async function deleteSessionById(db: Db, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where((eb) => eb(eb.fn<string>('substr', ['token_hash', eb.lit(1), eb.lit(ID_LENGTH)]), '=', id))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
