import { sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import type { UserRow } from '#server/db/schema.ts'
import { isActiveAdmin } from '#server/security/account.repo.ts'

export const LISTED_COLUMNS = [
  'id',
  'first_name',
  'last_name',
  'email',
  'profile_image',
  'created_at',
  'joined_at',
  'age',
  'gender',
  'status',
  'role',
  'profile_completed',
] as const

export const listedColumnsSql = sql.join(LISTED_COLUMNS.map((name) => sql.ref(`users.${name}`)))

export type ListedUser = Pick<UserRow, (typeof LISTED_COLUMNS)[number]>

/** Columns that PostgreSQL generates. It accepts no value for them when the row is restored. */
interface GeneratedColumns {
  joined?: unknown
  search_text?: unknown
}

/** Returns the ids of the admins who can sign in, and keeps them from being deleted or demoted until the transaction ends. */
export async function lockActiveAdmins(trx: Db, engine: Engine): Promise<number[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where(isActiveAdmin)
    .orderBy('id')
    // A transaction on SQLite already excludes other writers.
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteUserRow(trx: Db, id: number): Promise<UserRow | undefined> {
  const row: (UserRow & GeneratedColumns) | undefined = await trx
    .deleteFrom('users')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  delete row?.joined
  delete row?.search_text
  return row
}

/** Selects the rows of two-factor authentication. Call it before deleting the user, which deletes them too. */
export async function selectTwoFactor(trx: Db, userId: number) {
  return {
    two_factor: await trx.selectFrom('two_factor').selectAll().where('user_id', '=', userId).execute(),
  }
}
