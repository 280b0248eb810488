import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../client.ts'
import type { Schema } from '../schema.ts'

/**
 * Indexes texts together with the filtered columns, so that a search among users of one status reads no rows. On SQLite, the
 * narrow table of texts has all of these columns.
 */
export function searchedFilters(engine: Engine): Migration {
  return {
    async up(db: Kysely<Schema>) {
      if (engine === 'sqlite') return
      await sql`create index users_by_filter on users (status, role) include (id, joined, search_text)`.execute(db)
    },
  }
}
