import { sql } from 'kysely'
import { isSigningAdmin } from '#server/security/account.repo.ts'
import type { Db, Engine } from '#server/db/client.ts'
import type { UserRow } from '#server/db/schema.ts'

/** What the contract shows of a user. */
export const USER_COLUMNS = [
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

/** The same for a query that is written out. */
export const LISTED_COLUMNS = sql.join(USER_COLUMNS.map((name) => sql.ref(`users.${name}`)))

export type ListedUser = Pick<UserRow, (typeof USER_COLUMNS)[number]>

/** Ids of the admins who can sign in, kept from being deleted or demoted until the transaction ends. */
export async function lockSigningAdmins(trx: Db, engine: Engine): Promise<number[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where(isSigningAdmin)
    .orderBy('id')
    // SQLite's transaction already excludes every other writer.
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .execute()
  return rows.map(({ id }) => id)
}

/** False when there is no such user. */
export async function deleteUserRow(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('users').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
