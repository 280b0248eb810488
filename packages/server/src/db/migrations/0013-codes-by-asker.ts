import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../client.ts'
import type { Schema } from '../schema.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)

/**
 * Keeps a code per IP block that asks, so that strangers cannot replace or use up the owner's. Earlier codes become invalid.
 */
export function codesByAsker(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  return {
    async up(db: Kysely<Schema>) {
      await db.schema.dropTable('password_resets').execute()
      await db.schema
        .createTable('password_resets')
        .addColumn('user_id', engine === 'postgres' ? 'bigint' : sql`integer`, (column) =>
          column.notNull().references('users.id').onDelete('cascade'),
        )
        .addColumn('asked_from', text, required)
        .addColumn('requested_at', 'bigint', required)
        .addColumn('code_mac', text)
        .addColumn('code_tries', 'integer', zero)
        .addColumn('other_tries', 'integer', zero)
        .addColumn('code_expires_at', 'bigint', required)
        .addColumn('token_hash', text, (column) => column.unique())
        .addColumn('token_expires_at', 'bigint')
        .addColumn('failures', 'integer', zero)
        .addPrimaryKeyConstraint('password_resets_pkey', ['user_id', 'asked_from'])
        .execute()
    },
  }
}
