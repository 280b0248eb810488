import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../client.ts'
import type { Schema } from '../schema.ts'
import { addAgesOnSqlite } from './0004-sqlite.ts'

export function searchedAges(engine: Engine): Migration {
  return {
    async up(db: Kysely<Schema>) {
      if (engine === 'sqlite') await addAgesOnSqlite(db)
    },
  }
}
