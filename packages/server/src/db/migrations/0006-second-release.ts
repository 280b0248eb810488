import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../client.ts'
import type { Schema } from '../schema.ts'
import { indexSearchesOnPostgres } from './0006-postgres.ts'
import { indexSearchesOnSqlite } from './0006-sqlite.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)
const user = (column: ColumnDefinitionBuilder) => column.notNull().references('users.id').onDelete('cascade')

/**
 * Adds two-factor authentication, passkeys, API tokens, the trash, versions, the history, suspensions, erasures, faster searches
 * and the state of `refold` to the tables of 0.1.
 *
 * All indexes but those of primary keys, and the query that needs each. Indexes of users are in 0006-sqlite.ts and
 * 0006-postgres.ts.
 *
 * | since | index or unique columns                  | query                                                              |
 * | ----- | ---------------------------------------- | ------------------------------------------------------------------ |
 * | 0001  | users (email_key)                        | signing in: `findAccount`                                          |
 * | 0001  | users_who_sign_in                        | admins: `lockActiveAdmins`, `selectAdmins`, `hasAdmin`             |
 * | 0001  | sessions_by_user                         | the sessions of a user: `selectSessions`, `deleteSessions`         |
 * | 0001  | categories (name_key), (slug)            | `availableSlug`                                                    |
 * | 0001  | positions (category_id, name_key)        | the positions of a category: `countPositions`                      |
 * | 0001  | categories_by_image, positions_by_image  | whether an image is used: `deleteUnusedImage`                      |
 * | 0001  | products (product_id)                    | only uniqueness                                                    |
 * | 0003  | outbox_by_due                            | `claimMails`                                                       |
 * | 0003  | rate_limits_by_reset,                    | `deleteExpiredCountsAndBlocks`                                     |
 * |       | known_addresses_by_expiry                |                                                                    |
 * | 0005  | audit_events_by_time                     | the period of a history, `rapport-server audit`, `deleteAuditRows` |
 * | 0006  | password_resets (token_hash)             | `findTokenOwner`                                                   |
 * | 0006  | machine_tokens (token_hash)              | `findToken`                                                        |
 * | 0006  | machine_tokens (user_id, name)           | the tokens of a user: `selectTokens`                               |
 * | 0006  | passkeys (credential_id)                 | signing in: `findPasskey`                                          |
 * | 0006  | passkeys_by_user                         | the passkeys of a user: `selectPasskeys`                           |
 * | 0006  | trash_items (entity, record_id)          | the trash of some entities: `selectTrashPage`, `deleteFromTrash`   |
 * | 0006  | trash_items_by_batch                     | `selectIdsToRestore`                                               |
 * | 0006  | trash_items_by_image                     | whether an image is used: `deleteUnusedImage`                      |
 * | 0006  | trash_items_by_deleted_at                | expired items: `selectIdsToPurge`                                  |
 * | 0006  | audit_events_by_…                        | the history of a record, an admin (with an event or an entity), an |
 * |       |                                          | event or an entity: `selectHistory`                                |
 * | 0006  | event_reasons_by_target                  | the reasons to erase with a person: `deleteReasons`                |
 * | 0006  | erasures_by_record, erasures_by_email    | the erasures in the file of a person: `selectParts`                |
 */
export function secondRelease(engine: Engine): Migration {
  const isPostgres = engine === 'postgres'
  const text = isPostgres ? sql`text collate "C"` : sql`text`
  const integer = isPostgres ? sql`bigint` : sql`integer`
  const identity = (column: ColumnDefinitionBuilder) =>
    isPostgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement()

  return {
    async up(db: Kysely<Schema>) {
      await (isPostgres ? indexSearchesOnPostgres(db) : indexSearchesOnSqlite(db))
      await createCodesByRequester(db)
      await createSecondStep(db)
      await createTrash(db)
      await indexHistory(db)
      await createReasons(db)
      await createErasures(db)
      await db.schema
        .createTable('folds')
        .addColumn('name', text, (column) => column.primaryKey())
        .addColumn('version', 'integer', required)
        .addColumn('last_id', integer, required)
        .addColumn('rebuild', text)
        .execute()
    },
  }

  /** Keeps a code per IP block that requests it, so that strangers cannot replace or use up the owner's. Earlier codes end. */
  async function createCodesByRequester(db: Kysely<Schema>): Promise<void> {
    await db.schema.alterTable('outbox').addColumn('asked_from', text).execute()
    await db.schema.dropTable('password_resets').execute()
    await db.schema
      .createTable('password_resets')
      .addColumn('user_id', integer, user)
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
  }

  /** Adds two-factor authentication, passkeys, columns for the list of sessions, and API tokens. */
  async function createSecondStep(db: Kysely<Schema>): Promise<void> {
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
      .createTable('passkeys')
      .addColumn('id', integer, identity)
      .addColumn('user_id', integer, user)
      .addColumn('name', text, required)
      .addColumn('credential_id', text, (column) => column.notNull().unique())
      .addColumn('public_key', text, required)
      .addColumn('counter', 'bigint', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('last_used_at', 'bigint')
      .execute()
    await db.schema.createIndex('passkeys_by_user').on('passkeys').columns(['user_id', 'id']).execute()
    await db.schema
      .createTable('used_challenges')
      .addColumn('challenge_hash', text, (column) => column.primaryKey())
      .addColumn('expires_at', 'bigint', required)
      .execute()
    await db.schema
      .createTable('machine_tokens')
      .addColumn('id', integer, identity)
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
  }

  /** Adds the trash and the versions of records. */
  async function createTrash(db: Kysely<Schema>): Promise<void> {
    await db.schema
      .createTable('trash_items')
      .addColumn('id', integer, identity)
      .addColumn('batch', text)
      .addColumn('entity', text, required)
      .addColumn('record_id', integer, required)
      .addColumn('name', text, required)
      .addColumn('search_text', text, required)
      .addColumn('row', text, required)
      .addColumn('image', text, (column) => column.references('images.sha256'))
      .addColumn('deleted_at', 'bigint', required)
      .addColumn('deleted_by', integer, required)
      .addUniqueConstraint('trash_items_entity_record_id_key', ['entity', 'record_id'])
      .execute()
    for (const name of ['batch', 'image', 'deleted_at'] as const) {
      await db.schema.createIndex(`trash_items_by_${name}`).on('trash_items').columns([name, 'id']).execute()
    }
    for (const table of ['categories', 'positions', 'products'] as const) {
      await db.schema
        .alterTable(table)
        .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
        .execute()
    }
  }

  /** Adds suspensions of users, and reasons of events, which the audit log itself could never erase. */
  async function createReasons(db: Kysely<Schema>): Promise<void> {
    await db.schema.alterTable('users').addColumn('suspension', text).execute()
    await db.schema
      .createTable('event_reasons')
      .addColumn('event_id', integer, (column) => column.primaryKey().references('audit_events.id').onDelete('cascade'))
      .addColumn('target_type', text, required)
      .addColumn('target_id', integer, required)
      .addColumn('reason', text, required)
      .execute()
    await db.schema
      .createIndex('event_reasons_by_target')
      .on('event_reasons')
      .columns(['target_id', 'target_type'])
      .execute()
  }

  async function createErasures(db: Kysely<Schema>): Promise<void> {
    await db.schema
      .createTable('erasures')
      .addColumn('receipt', text, (column) => column.primaryKey())
      .addColumn('number', integer, required)
      .addColumn('entity', text, required)
      .addColumn('record_id', integer, required)
      .addColumn('email_mac', text)
      .addColumn('erased_at', 'bigint', required)
      .addColumn('ledger', text, required)
      .execute()
    await db.schema.createIndex('erasures_by_record').on('erasures').column('record_id').execute()
    await db.schema.createIndex('erasures_by_email').on('erasures').column('email_mac').execute()
  }

  async function indexHistory(db: Kysely<Schema>): Promise<void> {
    await db.schema.alterTable('audit_events').addColumn('changes', text).execute()
    // SQLite picks the first created of equally good indexes, so the more selective come first.
    const indexes = {
      record: ['target_id', 'target_type', 'id'],
      actor_event: ['actor_id', 'event', 'id'],
      actor_entity: ['actor_id', 'target_type', 'id'],
      actor: ['actor_id', 'id'],
      event: ['event', 'id'],
      entity: ['target_type', 'id'],
    } as const
    for (const [name, columns] of Object.entries(indexes)) {
      await db.schema
        .createIndex(`audit_events_by_${name}`)
        .on('audit_events')
        .columns([...columns])
        .execute()
    }
  }
}
