import { foldText } from '@rapport/core/fold-text.ts'
import type { UserListQuery, UserSort, UserSummary } from '@rapport/core/users/user.ts'
import { type Insertable, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { whoCanSignIn } from '#server/accounts/account.repo.ts'
import type { Engine } from '#server/db/client.ts'
import type { Schema, UserRow } from '#server/db/schema.ts'

type Db = Kysely<Schema>
type Users<Row> = SelectQueryBuilder<Schema, 'users', Row>

const COLUMNS = [
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

export type ListedUser = Pick<UserRow, (typeof COLUMNS)[number]>

/** `-name` sorts by name. */
type SortField = Exclude<UserSort, `-${string}`>

/** What `selectUsers` of core sorts by; the indexes are made of the same expressions. */
const SORT_KEYS: Record<SortField, RawBuilder<unknown>> = {
  id: sql.ref('id'),
  name: sql.ref('name_folded'),
  email: sql.ref('email_folded'),
  joined_date: sql`coalesce(joined_at, created_at)`,
  age: sql.ref('age'),
  gender: sql`lower(nullif(gender, ''))`,
  status: sql`lower(nullif(status, ''))`,
  role: sql`lower(nullif(role, ''))`,
}

/** The users that match, in order; all of them without a limit. */
export async function selectUserRows(
  db: Db,
  query: UserListQuery,
  page?: { limit: number; offset: number },
): Promise<ListedUser[]> {
  const { field, direction } = parseSort(query.sort ?? 'id')
  const matching = matches(db.selectFrom('users').select(COLUMNS), query)
    .orderBy(SORT_KEYS[field], (order) => (direction === 'asc' ? order.asc() : order.desc()).nullsLast())
    .orderBy('id')
  return (page ? matching.limit(page.limit).offset(page.offset) : matching).execute()
}

export async function countUsers(db: Db, query: UserListQuery): Promise<number> {
  const counting = db.selectFrom('users').select((eb) => eb.fn.countAll<number>().as('total'))
  const { total } = await matches(counting, query).executeTakeFirstOrThrow()
  return total
}

export async function summarizeUsers(db: Db): Promise<UserSummary> {
  const counts = await db
    .selectFrom('users')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('status', '=', 'active').as('active'),
      fn.countAll<number>().filterWhere('role', '=', 'admin').as('pro'),
      fn.countAll<number>().filterWhere('role', '=', 'user').as('basic'),
    ])
    .executeTakeFirstOrThrow()
  return { ...counts, none: counts.total - counts.pro - counts.basic }
}

/** Ids of the admins who can sign in, kept from being deleted or demoted until the transaction ends. */
export async function lockSigningAdmins(trx: Db, engine: Engine): Promise<number[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where(whoCanSignIn)
    .orderBy('id')
    // SQLite's transaction already excludes every other writer.
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .execute()
  return rows.map(({ id }) => id)
}

export async function insertUserRow(db: Db, row: Insertable<Schema['users']>): Promise<ListedUser> {
  return db.insertInto('users').values(row).returning(COLUMNS).executeTakeFirstOrThrow()
}

/** False when there is no such user. */
export async function deleteUserRow(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('users').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

function matches<Row>(users: Users<Row>, query: UserListQuery): Users<Row> {
  const { status, role, joined_from, joined_to } = query
  const search = foldText(query.search?.trim() ?? '')
  const joined = sql<number>`coalesce(joined_at, created_at)`
  return users
    .$if(status !== undefined, (q) => q.where('status', '=', status ?? null))
    .$if(role !== undefined, (q) => q.where('role', '=', role ?? null))
    .$if(joined_from !== undefined, (q) => q.where(joined, '>=', Date.parse(joined_from ?? '')))
    .$if(joined_to !== undefined, (q) => q.where(joined, '<=', Date.parse(joined_to ?? '')))
    .$if(search !== '', (q) => q.where(isFoundBy(search)))
}

function isFoundBy(text: string): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<boolean>`(
    name_folded like ${pattern} escape '\\'
    or email_folded like ${pattern} escape '\\'
    or cast(id as text) like ${pattern} escape '\\'
  )`
}

function parseSort(sort: UserSort): { field: SortField; direction: 'asc' | 'desc' } {
  const isDescending = sort.startsWith('-')
  const field = isDescending ? sort.slice(1) : sort
  if (!isSortField(field)) throw new TypeError(`Users cannot be sorted by ${field}.`)
  return { field, direction: isDescending ? 'desc' : 'asc' }
}

function isSortField(field: string): field is SortField {
  return Object.hasOwn(SORT_KEYS, field)
}
