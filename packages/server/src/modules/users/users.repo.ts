import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import type { Suspension, UserRow } from '#server/db/schema.ts'
import { foldedColumns } from '#server/db/user-row.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { isActiveAdmin } from '#server/security/account.repo.ts'

type User = Schemas['User']

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
  'suspension',
] as const

export const listedColumnsSql = sql.join(LISTED_COLUMNS.map((name) => sql.ref(`users.${name}`)))

export type ListedUser = Pick<UserRow, (typeof LISTED_COLUMNS)[number]>

/** Maps columns explicitly, so that no other column leaks. A field of the contract that is missing here is a type error. */
export function toUser(row: ListedUser): User {
  const created_at = new Date(row.created_at).toISOString()
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    profile_image: row.profile_image,
    created_at,
    joined_date: joinedDate(row, created_at),
    age: row.age,
    gender: row.gender,
    status: row.status,
    role: row.role,
    profile_completed: row.profile_completed === null ? null : row.profile_completed === 1,
    ...(row.suspension !== null && { suspension: toSuspension(row.suspension) }),
  } satisfies Required<Omit<User, 'suspension'>>
}

function toSuspension(json: string) {
  const { at, by, reason } = parseSuspension(json)
  return { at: new Date(at).toISOString(), by, reason }
}

export function parseSuspension(json: string): Suspension {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `setUserStatus`
  return JSON.parse(json) as Suspension
}

/** Reuses the text of `created_at` where both are equal: formatting a date is the slowest part of a row. */
function joinedDate({ joined_at, created_at }: ListedUser, createdText: string): string | null {
  if (joined_at === null) return null
  return joined_at === created_at ? createdText : new Date(joined_at).toISOString()
}

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

/** Locks users until the transaction ends, and selects what suspending them needs. */
export async function lockStatus(trx: Db, engine: Engine, ids: readonly number[]) {
  return trx
    .selectFrom('users')
    .select(['id', 'status', 'suspension', 'password_hash'])
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .execute()
}

export async function updateStatus(
  trx: Db,
  id: number,
  status: string | null,
  suspension: string | null,
): Promise<void> {
  const status_folded = foldedColumns({ status }).status_folded
  await trx.updateTable('users').set({ status, status_folded, suspension }).where('id', '=', id).execute()
}

export function noSuchUserError(): DomainError {
  return new DomainError('not_found', 'There is no such user.')
}
