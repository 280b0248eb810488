import type { Insertable } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { hideFromPlanner } from '#server/db/compiled-query.ts'
import type { Schema } from '#server/db/schema.ts'
import { ACCOUNT_COLUMNS } from '#server/security/account-rules.ts'

const COLUMNS = ['id', 'name', 'scopes', 'hint', 'created_at', 'expires_at', 'last_used_at'] as const

export type ListedToken = Awaited<ReturnType<typeof selectTokens>>[number]

/** Includes expired tokens. */
export async function selectTokens(db: Db, userId: number) {
  return db.selectFrom('machine_tokens').select(COLUMNS).where('user_id', '=', userId).orderBy('id', 'desc').execute()
}

export async function insertToken(db: Db, row: Insertable<Schema['machine_tokens']>): Promise<ListedToken> {
  return db.insertInto('machine_tokens').values(row).returning(COLUMNS).executeTakeFirstOrThrow()
}

/** Returns the token's name; undefined if the user has none with this id. */
export async function deleteToken(db: Db, userId: number, id: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('machine_tokens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** Ignores expired tokens, and tokens created after `latestCreation`, which were dated by a wrong clock. */
export async function findToken(
  db: Db,
  tokenHash: string,
  { now, latestCreation }: { now: number; latestCreation: number },
) {
  return db
    .selectFrom('machine_tokens')
    .innerJoin('users', 'users.id', 'machine_tokens.user_id')
    .select([...ACCOUNT_COLUMNS, 'machine_tokens.name', 'machine_tokens.scopes', 'machine_tokens.last_used_at'])
    .where('token_hash', '=', hideFromPlanner(tokenHash))
    .where('expires_at', '>', now)
    .where('machine_tokens.created_at', '<=', latestCreation)
    .executeTakeFirst()
}

export async function touchToken(db: Db, tokenHash: string, now: number): Promise<void> {
  await db.updateTable('machine_tokens').set({ last_used_at: now }).where('token_hash', '=', tokenHash).execute()
}
