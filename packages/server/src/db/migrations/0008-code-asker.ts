import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../client.ts'
import type { Schema } from '../schema.ts'

const texts = { sqlite: sql`text`, postgres: sql`text collate "C"` }

/** Stores which IP block requested a code, and counts its attempts separately. */
export function codeAsker(engine: Engine): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await db.schema.alterTable('outbox').addColumn('asked_from', texts[engine]).execute()
      await db.schema.alterTable('password_resets').addColumn('asked_from', texts[engine]).execute()
      await db.schema
        .alterTable('password_resets')
        .addColumn('other_tries', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  }
}
