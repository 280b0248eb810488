import { foldText } from '@rapport/core/text/fold-text.ts'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../client.ts'
import type { Schema } from '../schema.ts'
import { countUsersOnPostgres, indexUsersOnPostgres } from './0004-postgres.ts'
import { countUsersOnSqlite, indexUsersOnSqlite } from './0004-sqlite.ts'

const LABELS = ['gender', 'status', 'role'] as const
const OLD_INDEXES = ['name_folded', 'email_folded', 'age', ...LABELS, 'joined'] as const

/** Adds what finds, sorts and counts a million users without reading them all; see docs/adr/0007. */
export function userSearch(engine: Engine): Migration {
  return {
    async up(db: Kysely<Schema>) {
      // With many users, building an index takes longer than the timeout of a request.
      if (engine === 'postgres') await sql`set local statement_timeout = 0`.execute(db)
      for (const key of OLD_INDEXES) await db.schema.dropIndex(`users_by_${key}`).execute()
      for (const label of LABELS) await foldLabel(db, engine, label)
      if (engine === 'sqlite') {
        await countUsersOnSqlite(db)
        await indexUsersOnSqlite(db)
      } else {
        await countUsersOnPostgres(db)
        await indexUsersOnPostgres(db)
      }
    },
  }
}

/** Folds in JavaScript, since SQLite knows the letter case of ASCII only. There are few distinct values. */
async function foldLabel(db: Kysely<Schema>, engine: Engine, label: (typeof LABELS)[number]): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('users').addColumn(`${label}_folded`, text).execute()
  const values = await db.selectFrom('users').select(label).distinct().where(label, '<>', '').execute()
  for (const { [label]: value } of values) {
    if (value === undefined || value === null) continue
    await sql`update users set ${sql.ref(`${label}_folded`)} = ${foldText(value)} where ${sql.ref(label)} = ${value}`.execute(
      db,
    )
  }
}
