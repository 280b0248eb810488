import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { OperatorError } from '#server/domain/operator-error.ts'
import type { Engine } from '../client.ts'
import type { Schema } from '../schema.ts'

const ORDERS = [
  ['name', 'name_folded'],
  ['email', 'email_folded'],
  ['age', 'age'],
  ['gender', 'gender_folded'],
  ['status', 'status_folded'],
  ['role', 'role_folded'],
] as const

const PROGRAM_LIMIT_EXCEEDED = '54000'

/** Lets searches read indexes instead of users, except on PostgreSQL in the orders of ids and dates. */
export function searchedOrders(engine: Engine): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await (engine === 'sqlite' ? indexSearchesOnSqlite(db) : indexSearchesOnPostgres(db))
    },
  }
}

/** Lists all trigrams, to find those that begin with a short term, and indexes texts by status and role. */
async function indexSearchesOnSqlite(db: Kysely<Schema>): Promise<void> {
  await sql`create virtual table user_trigram_terms using fts5vocab (user_trigrams, row)`.execute(db)
  await sql`create index user_texts_by_filter on user_texts (status, role, text, joined, age)`.execute(db)
}

/**
 * Adds the searched text to the indexes of the orders in which users are not stored. Throws `OperatorError` for a name or email
 * address of more than about 1,200 bytes, which does not fit into an index twice.
 */
async function indexSearchesOnPostgres(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from users order by octet_length(search_text) desc limit 1`.execute(db)
  try {
    await indexOrders(db)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === PROGRAM_LIMIT_EXCEEDED)) throw error
    throw new OperatorError(
      `The name or email address of a user such as ${rows[0]?.id} is too long for PostgreSQL's indexes: ${error.message}. Shorten it, then start again.`,
      { cause: error },
    )
  }
}

async function indexOrders(db: Kysely<Schema>): Promise<void> {
  const columns = 'include (status, role, joined, search_text)'
  for (const [name, key] of ORDERS) {
    await db.schema.dropIndex(`users_by_${name}`).execute()
    await db.schema.dropIndex(`users_by_${name}_down`).execute()
    await sql.raw(`create index users_by_${name} on users (${key}, id) ${columns}`).execute(db)
    await sql.raw(`create index users_by_${name}_down on users (${key} desc nulls last, id) ${columns}`).execute(db)
  }
}
