import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../client.ts'
import type { Schema } from '../schema.ts'

/** Renames a unique constraint after its columns, as all others are. SQLite's errors name columns instead. */
export function constraintNames(engine: Engine): Migration {
  return {
    async up(db: Kysely<Schema>) {
      if (engine !== 'postgres') return
      await sql`alter table positions
        rename constraint positions_by_name to positions_category_id_name_key_key`.execute(db)
    },
  }
}
