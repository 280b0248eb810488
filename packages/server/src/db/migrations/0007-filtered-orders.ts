import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../client.ts'
import type { Schema } from '../schema.ts'

const ORDERS = [
  ['age', 'age'],
  ['gender', 'gender_folded'],
  ['status', 'status_folded'],
  ['role', 'role_folded'],
] as const

/**
 * Status and role in the remaining indexes of an order, so that the users that a filter passes over are not read; and on
 * PostgreSQL an index of single letters, for the rare ones.
 */
export function filteredOrders(engine: Engine): Migration {
  const [last, columns] = engine === 'sqlite' ? ['', ', status, role)'] : [' nulls last', ') include (status, role)']
  return {
    async up(db: Kysely<Schema>) {
      for (const [name, key] of ORDERS) {
        await db.schema.dropIndex(`users_by_${name}`).execute()
        await db.schema.dropIndex(`users_by_${name}_down`).execute()
        await sql.raw(`create index users_by_${name} on users (${key}, id${columns}`).execute(db)
        await sql.raw(`create index users_by_${name}_down on users (${key} desc${last}, id${columns}`).execute(db)
      }
      if (engine === 'sqlite') return
      await sql`create index users_by_letter on users using gin (string_to_array(search_text, null))`.execute(db)
      // Tells PostgreSQL how frequent each letter is.
      await sql`analyze users`.execute(db)
    },
  }
}
