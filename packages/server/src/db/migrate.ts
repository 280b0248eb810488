import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { OperatorError } from '#server/domain/operator-error.ts'
import { type Database, type Db, type Engine, openSqlite, withoutTimeouts } from './client.ts'
import { createFirstRelease } from './migrations/0001-first-release.ts'
import { createSecondRelease } from './migrations/0006-second-release.ts'

const nothing = async () => {}

/** By name. Version 0.1.0 had the first five, so a database has all of these or none. */
const MIGRATIONS: Readonly<Record<string, (db: Db, engine: Engine) => Promise<void>>> = {
  '0001-initial': createFirstRelease,
  '0002-image-previews': nothing,
  '0003-account': nothing,
  '0004-user-search': nothing,
  '0005-audit': nothing,
  '0006-second-release': createSecondRelease,
}

/**
 * Migrates the database to this version; several processes may try at once. Throws `OperatorError` for a database of
 * a newer version, or of a build between two releases.
 */
export async function migrate(database: Database): Promise<void> {
  const { error } = await withoutTimeouts(database, (db) => createMigrator(db, database.engine).migrateToLatest())
  if (!isUnknownMigration(error)) {
    if (error) throw error
    return
  }
  const isUnreleased = error.message.includes(UNRELEASED_MIGRATION)
  throw new OperatorError(isUnreleased ? UNRELEASED_DATABASE_MESSAGE : NEWER_DATABASE_MESSAGE, { cause: error })
}

/** Throws `OperatorError` unless the tables are exactly those of this version. */
export async function assertMigrated(database: Database): Promise<void> {
  const migrations = await createMigrator(database.db, database.engine).getMigrations()
  if (migrations.some(({ executedAt }) => executedAt === undefined)) {
    throw new OperatorError('The database was created by an older Rapport. Start the server once to upgrade it.')
  }
  if ((await countMigrations(database.db)) > migrations.length) throw new OperatorError(NEWER_DATABASE_MESSAGE)
}

/** Throws `OperatorError` if Rapport has not created the tables. */
export async function assertRapportDatabase(database: Database): Promise<void> {
  const migrations = await createMigrator(database.db, database.engine).getMigrations()
  if (!migrations.some(({ executedAt }) => executedAt)) {
    throw new OperatorError('The file contains a database of another program. Nothing was changed.')
  }
}

/**
 * Throws `OperatorError` if tables, indexes, triggers or views of a SQLite database of this version differ from those of a new
 * one: a foreign trigger would run with every write, and without its own the audit log could be changed.
 */
export async function assertUnchangedSchema(database: Database): Promise<void> {
  const newDatabase = await openSqlite(':memory:')
  try {
    await migrate(newDatabase)
    const [expected, found] = [await readSchema(newDatabase.db), await readSchema(database.db)]
    const differing = [...new Set([...expected.keys(), ...found.keys()])].filter(
      (name) => expected.get(name) !== found.get(name),
    )
    if (differing.length > 0)
      throw new OperatorError(`The schema of the database was changed: ${differing.join(', ')}. Nothing was restored.`)
  } finally {
    await newDatabase.close()
  }
}

/** Reads the statements by name, without the tables that SQLite makes for itself. */
async function readSchema(db: Db): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ name: string; sql: string | null }>`
    select type || ' ' || name as name, sql from sqlite_schema
    where type not in ('table', 'index') or name not like 'sqlite~_%' escape '~'`.execute(db)
  return new Map(rows.map((row) => [row.name, row.sql]))
}

const NEWER_DATABASE_MESSAGE = 'The database was created by a newer Rapport than this one.'

/** The first migration that only builds between 0.1.0 and 0.2.0 had. */
const UNRELEASED_MIGRATION = '0006-letter-pairs'
const UNRELEASED_DATABASE_MESSAGE =
  'The database was created by a build of Rapport between 0.1.0 and 0.2.0, which cannot be upgraded. Restore a backup of 0.1.0, or ' +
  'copy the catalogue: run "rapport export" against the build that made the database, and "rapport apply" against a new one.'

/** Returns true for Kysely's message about a migration in the database that is not in the list. */
function isUnknownMigration(error: unknown): error is Error {
  return error instanceof Error && error.message.startsWith('corrupted migrations')
}

async function countMigrations(db: Database['db']): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from kysely_migration`.execute(db)
  return rows[0]?.total ?? 0
}

function createMigrator(db: Db, engine: Engine): Migrator {
  const list = Object.entries(MIGRATIONS).map(([name, run]) => [name, { up: (trx: Db) => run(trx, engine) }])
  return new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(list) } })
}
