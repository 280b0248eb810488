import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../client.ts'
import type { Schema } from '../schema.ts'

/**
 * Indexes the letter pairs in the texts of users, since pg_trgm finds nothing shorter than three letters. A single
 * letter is in too many texts for an index. SQLite scans all texts fast enough.
 */
export function letterPairs(engine: Engine): Migration {
  return {
    async up(db: Kysely<Schema>) {
      if (engine === 'sqlite') return
      // A high cost makes PostgreSQL look the pairs up instead of computing them for every text.
      await sql`
        create function user_letter_pairs(searched text) returns text[]
        language sql immutable strict parallel safe cost 100000 as $$
          select array(
            select distinct substr(searched, place, 2) from generate_series(1, length(searched) - 1) as place
          )
        $$`.execute(db)
      await sql`create index users_by_letter_pair on users using gin (user_letter_pairs(search_text))`.execute(db)
    },
  }
}
