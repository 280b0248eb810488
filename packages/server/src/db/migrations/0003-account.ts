import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../client.ts'
import type { Schema } from '../schema.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)

/** Creates tables of password resets, mail and limits. */
export function account(engine: Engine): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await createPasswordResets(db, engine)
      await createOutbox(db, engine)
      await createLimits(db, engine)
    },
  }
}

async function createPasswordResets(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const text = textType(engine)
  await db.schema
    .createTable('password_resets')
    .addColumn('user_id', engine === 'postgres' ? 'bigint' : sql`integer`, (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('requested_at', 'bigint', required)
    .addColumn('code_mac', text)
    .addColumn('code_tries', 'integer', zero)
    .addColumn('code_expires_at', 'bigint', required)
    .addColumn('token_hash', text, (column) => column.unique())
    .addColumn('token_expires_at', 'bigint')
    .addColumn('failures', 'integer', zero)
    .execute()
}

async function createOutbox(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const text = textType(engine)
  await db.schema
    .createTable('outbox')
    .addColumn('id', engine === 'postgres' ? 'bigint' : sql`integer`, (column) =>
      engine === 'postgres' ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
    )
    .addColumn('kind', text, required)
    .addColumn('recipient', text, required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('due_at', 'bigint', required)
    .addColumn('attempts', 'integer', zero)
    .execute()
  await db.schema.createIndex('outbox_by_due').on('outbox').columns(['due_at', 'id']).execute()
}

async function createLimits(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const text = textType(engine)
  await db.schema
    .createTable('rate_limits')
    .addColumn('key', text, (column) => column.primaryKey())
    .addColumn('hits', 'integer', required)
    .addColumn('resets_at', 'bigint', required)
    .execute()
  await db.schema.createIndex('rate_limits_by_reset').on('rate_limits').column('resets_at').execute()
  await db.schema
    .createTable('known_addresses')
    .addColumn('key', text, (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', required)
    .execute()
  await db.schema.createIndex('known_addresses_by_expiry').on('known_addresses').column('expires_at').execute()
}

function textType(engine: Engine) {
  return engine === 'postgres' ? sql`text collate "C"` : sql`text`
}
