import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../client.ts'
import type { Schema } from '../schema.ts'

// Texts compare by bytes on both engines, regardless of the language of a PostgreSQL database.
const types = {
  sqlite: { text: sql`text`, bytes: sql`blob` },
  postgres: { text: sql`text collate "C"`, bytes: sql`bytea` },
}

const identity = {
  sqlite: (column: ColumnDefinitionBuilder) => column.primaryKey().autoIncrement(),
  postgres: (column: ColumnDefinitionBuilder) => column.primaryKey().generatedByDefaultAsIdentity(),
}

/** SQLite assigns ids only to columns of the type `integer`. */
const idType = { sqlite: sql`integer`, postgres: sql`bigint` }

const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** Creates tables of users, sessions, images, categories, positions and products. */
export function initial(engine: Engine): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await createUsers(db, engine)
      await createSessions(db, engine)
      await createImages(db, engine)
      await createCatalogue(db, engine)
      await createProducts(db, engine)
    },
  }
}

async function createUsers(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { text } = types[engine]
  await db.schema
    .createTable('users')
    .addColumn('id', idType[engine], identity[engine])
    .addColumn('email', text)
    .addColumn('email_key', text, (column) => column.unique())
    .addColumn('first_name', text)
    .addColumn('last_name', text)
    .addColumn('name_folded', text)
    .addColumn('email_folded', text)
    .addColumn('gender', text)
    .addColumn('age', 'integer')
    .addColumn('status', text)
    .addColumn('role', text)
    .addColumn('profile_image', text)
    .addColumn('profile_completed', 'integer')
    .addColumn('created_at', 'bigint', required)
    .addColumn('joined_at', 'bigint')
    .addColumn('password_hash', text)
    .execute()
  for (const key of ['name_folded', 'email_folded', 'age'] as const) {
    await db.schema.createIndex(`users_by_${key}`).on('users').columns([key, 'id']).execute()
  }
  for (const key of ['gender', 'status', 'role'] as const) {
    await sql`create index ${sql.id(`users_by_${key}`)} on users (lower(nullif(${sql.ref(key)}, '')), id)`.execute(db)
  }
  await sql`create index users_by_joined on users (coalesce(joined_at, created_at), id)`.execute(db)
  await sql`create index users_who_sign_in on users (id) where password_hash is not null`.execute(db)
}

async function createSessions(db: Kysely<Schema>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', types[engine].text, (column) => column.primaryKey())
    .addColumn('user_id', idType[engine], (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('last_used_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute()
  await db.schema.createIndex('sessions_by_user').on('sessions').columns(['user_id', 'created_at']).execute()
}

async function createImages(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { text, bytes } = types[engine]
  await db.schema
    .createTable('images')
    .addColumn('sha256', text, (column) => column.primaryKey())
    .addColumn('media_type', text, required)
    .addColumn('bytes', bytes, required)
    .addColumn('created_at', 'bigint', required)
    .execute()
}

async function createCatalogue(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { text } = types[engine]
  await db.schema
    .createTable('categories')
    .addColumn('id', idType[engine], identity[engine])
    .addColumn('name', text, required)
    .addColumn('name_key', text, (column) => column.notNull().unique())
    .addColumn('slug', text, (column) => column.notNull().unique())
    .addColumn('image', text, (column) => column.references('images.sha256'))
    .addColumn('created_at', 'bigint', required)
    .execute()
  await db.schema
    .createTable('positions')
    .addColumn('id', idType[engine], identity[engine])
    .addColumn('category_id', idType[engine], (column) => column.notNull().references('categories.id'))
    .addColumn('name', text, required)
    .addColumn('name_key', text, required)
    .addColumn('benefits', text)
    .addColumn('tips', text)
    .addColumn('challenges', text)
    .addColumn('safety_tips', text)
    .addColumn('image', text, (column) => column.references('images.sha256'))
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint('positions_by_name', ['category_id', 'name_key'])
    .execute()
  await db.schema.createIndex('categories_by_image').on('categories').column('image').execute()
  await db.schema.createIndex('positions_by_image').on('positions').column('image').execute()
}

async function createProducts(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { text } = types[engine]
  await db.schema
    .createTable('products')
    .addColumn('id', idType[engine], identity[engine])
    .addColumn('product_id', text, (column) => column.notNull().unique())
    .addColumn('name', text, required)
    .addColumn('price_cents', 'bigint', (column) => column.notNull().check(sql`price_cents >= 0`))
    .addColumn('currency', text, required)
    .addColumn('billing_cycle', text, required)
    .addColumn('trial_period_days', 'integer', (column) => column.notNull().check(sql`trial_period_days >= 0`))
    .addColumn('created_at', 'bigint', required)
    .execute()
}
