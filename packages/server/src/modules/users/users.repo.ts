import { sql } from 'kysely'
import { isActiveAdmin } from '#server/security/account.repo.ts'
import type { Db, Engine } from '#server/db/client.ts'
import type { UserRow } from '#server/db/schema.ts'

/** Columns that the contract shows. */
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

/** The same columns for raw SQL. */
export const LISTED_COLUMNS = sql.join(USER_COLUMNS.map((name) => sql.ref(`users.${name}`)))

/** All stored columns, without PostgreSQL's generated ones; a missing one is a type error. */
const STORED: Record<keyof UserRow, true> = {
  id: true,
  email: true,
  email_key: true,
  first_name: true,
  last_name: true,
  name_folded: true,
  email_folded: true,
  gender_folded: true,
  status_folded: true,
  role_folded: true,
  gender: true,
  age: true,
  status: true,
  role: true,
  profile_image: true,
  profile_completed: true,
  created_at: true,
  joined_at: true,
  password_hash: true,
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the type
const STORED_COLUMNS = Object.keys(STORED) as (keyof UserRow)[]

export type ListedUser = Pick<UserRow, (typeof USER_COLUMNS)[number]>

/** Keeps the admins who can sign in from being deleted or demoted until the transaction ends. */
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
  return trx.deleteFrom('users').where('id', '=', id).returning(STORED_COLUMNS).executeTakeFirst()
}

/** Read before the user is deleted, which deletes them too. */
export async function selectTwoFactor(trx: Db, userId: number) {
  return {
    two_factor: await trx.selectFrom('two_factor').selectAll().where('user_id', '=', userId).execute(),
  }
}
