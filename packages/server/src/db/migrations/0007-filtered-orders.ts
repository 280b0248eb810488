import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../client.ts'
import type { Schema } from '../schema.ts'

const LABELS = [
  ['age', 'age'],
  ['gender', 'gender_folded'],
  ['status', 'status_folded'],
  ['role', 'role_folded'],
] as const
const TEXTS = [
  ['name', 'name_folded'],
  ['email', 'email_folded'],
] as const

/**
 * Adds the filtered columns to the indexes of the orders, so that users who do not match are skipped without being read. SQLite
 * uses any column of an index, PostgreSQL only an index with all of them. PostgreSQL also gets an index of single letters, for
 * rare ones.
 */
export function filteredOrders(engine: Engine): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await (engine === 'sqlite' ? orderOnSqlite(db) : orderOnPostgres(db))
    },
  }
}

async function orderOnSqlite(db: Kysely<Schema>): Promise<void> {
  for (const [name, key] of LABELS) {
    await dropOrder(db, name)
    await sql.raw(`create index users_by_${name} on users (${key}, id, status, role)`).execute(db)
    await sql.raw(`create index users_by_${name}_down on users (${key} desc, id, status, role)`).execute(db)
  }
}

async function orderOnPostgres(db: Kysely<Schema>): Promise<void> {
  const filters = 'include (status, role, joined)'
  await sql.raw(`create index users_by_id on users (id) ${filters}`).execute(db)
  for (const [name, key] of [...LABELS, ...TEXTS]) {
    await dropOrder(db, name)
    await sql.raw(`create index users_by_${name} on users (${key}, id) ${filters}`).execute(db)
    await sql.raw(`create index users_by_${name}_down on users (${key} desc nulls last, id) ${filters}`).execute(db)
  }
  await sql`create index users_by_letter on users using gin (string_to_array(search_text, null))`.execute(db)
  // Collects statistics of the letters.
  await sql`analyze users`.execute(db)
}

async function dropOrder(db: Kysely<Schema>, name: string): Promise<void> {
  await db.schema.dropIndex(`users_by_${name}`).execute()
  await db.schema.dropIndex(`users_by_${name}_down`).execute()
}
