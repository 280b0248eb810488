import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../client.ts'
import type { Schema } from '../schema.ts'

const bytes = { sqlite: sql`blob`, postgres: sql`bytea` }

/** Adds previews of images; existing images have none and need none. */
export function imagePreviews(engine: Engine): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await db.schema.alterTable('images').addColumn('preview', bytes[engine]).execute()
    },
  }
}
