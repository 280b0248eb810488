import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../client.ts'
import type { Schema } from '../schema.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** Adds the trash, versions of records, and indexes of the history. */
export function trash(engine: Engine): Migration {
  const isPostgres = engine === 'postgres'
  const text = isPostgres ? sql`text collate "C"` : sql`text`
  const integer = isPostgres ? sql`bigint` : sql`integer`

  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .createTable('trash_items')
        .addColumn('id', integer, (column) =>
          isPostgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
        )
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
    },
  }
}
