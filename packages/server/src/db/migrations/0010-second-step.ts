import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../client.ts'
import type { Schema } from '../schema.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)

/** Adds two-factor authentication, columns for the list of sessions, and API tokens. */
export function secondStep(engine: Engine): Migration {
  const isPostgres = engine === 'postgres'
  const text = isPostgres ? sql`text collate "C"` : sql`text`
  const integer = isPostgres ? sql`bigint` : sql`integer`
  const user = (column: ColumnDefinitionBuilder) => column.notNull().references('users.id').onDelete('cascade')

  return {
    async up(db: Kysely<Schema>) {
      await db.schema.alterTable('sessions').addColumn('device', text).execute()
      await db.schema.alterTable('sessions').addColumn('ip', text).execute()
      await db.schema.alterTable('sessions').addColumn('proved_at', 'bigint', zero).execute()
      await db.schema
        .createTable('two_factor')
        .addColumn('user_id', integer, (column) => column.primaryKey().references('users.id').onDelete('cascade'))
        .addColumn('sealed_secret', text, required)
        .addColumn('created_at', 'bigint', required)
        .addColumn('enabled_at', 'bigint')
        .addColumn('last_step', 'bigint', zero)
        .execute()
      await db.schema
        .createTable('recovery_codes')
        .addColumn('user_id', integer, user)
        .addColumn('code_mac', text, required)
        .addPrimaryKeyConstraint('recovery_codes_pkey', ['user_id', 'code_mac'])
        .execute()
      await db.schema
        .createTable('sign_in_challenges')
        .addColumn('challenge_hash', text, (column) => column.primaryKey())
        .addColumn('user_id', integer, user)
        .addColumn('expires_at', 'bigint', required)
        .addColumn('tries', 'integer', zero)
        .execute()
      await db.schema
        .createTable('machine_tokens')
        .addColumn('id', integer, (column) =>
          isPostgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
        )
        .addColumn('user_id', integer, user)
        .addColumn('name', text, required)
        .addColumn('scopes', text, required)
        .addColumn('token_hash', text, (column) => column.notNull().unique())
        .addColumn('hint', text, required)
        .addColumn('created_at', 'bigint', required)
        .addColumn('expires_at', 'bigint', required)
        .addColumn('last_used_at', 'bigint')
        .addUniqueConstraint('machine_tokens_user_id_name_key', ['user_id', 'name'])
        .execute()
    },
  }
}
