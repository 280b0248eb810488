import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../client.ts'
import type { Schema } from '../schema.ts'

/**
 * Indexes texts together with filtered columns, so that a search among the users of a status reads no rows. SQLite has
 * all of them in its narrow table of texts.
 */
export function searchedFilters(engine: Engine): Migration {
  return {
    async up(db: Kysely<Schema>) {
      if (engine === 'sqlite') return
      await sql`create index users_by_filter on users (status, role) include (id, joined, search_text)`.execute(db)
    },
  }
}
