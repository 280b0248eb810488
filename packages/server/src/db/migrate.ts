import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { OperatorError } from '#server/domain/operator-error.ts'
import { type Database, type Db, type Engine, withoutTimeouts } from './client.ts'
import { initial } from './migrations/0001-initial.ts'
import { imagePreviews } from './migrations/0002-image-previews.ts'
import { account } from './migrations/0003-account.ts'
import { userSearch } from './migrations/0004-user-search.ts'
import { audit } from './migrations/0005-audit.ts'
import { letterPairs } from './migrations/0006-letter-pairs.ts'
import { filteredOrders } from './migrations/0007-filtered-orders.ts'
import { codeAsker } from './migrations/0008-code-asker.ts'
import { constraintNames } from './migrations/0009-constraint-names.ts'
import { secondStep } from './migrations/0010-second-step.ts'
import { trash } from './migrations/0011-trash.ts'
import { searchedFilters } from './migrations/0012-searched-filters.ts'
import { codesByAsker } from './migrations/0013-codes-by-asker.ts'
import { searchedAges } from './migrations/0014-searched-ages.ts'
import { searchedOrders } from './migrations/0015-searched-orders.ts'

/**
 * Migrates the database to this version; several processes may try at once. Throws `OperatorError` for a database of
 * a newer version.
 */
export async function migrate(database: Database): Promise<void> {
  const { error } = await withoutTimeouts(database, (db) => createMigrator(db, database.engine).migrateToLatest())
  if (error) throw isNewerDatabase(error) ? new OperatorError(NEWER_DATABASE_MESSAGE, { cause: error }) : error
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

const NEWER_DATABASE_MESSAGE = 'The database was created by a newer Rapport than this one.'

/** Returns true for Kysely's message about an unknown migration in the database. */
function isNewerDatabase(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('corrupted migrations')
}

async function countMigrations(db: Database['db']): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from kysely_migration`.execute(db)
  return rows[0]?.total ?? 0
}

function createMigrator(db: Db, engine: Engine): Migrator {
  return new Migrator({
    db,
    provider: {
      getMigrations: async () => ({
        '0001-initial': initial(engine),
        '0002-image-previews': imagePreviews(engine),
        '0003-account': account(engine),
        '0004-user-search': userSearch(engine),
        '0005-audit': audit(engine),
        '0006-letter-pairs': letterPairs(engine),
        '0007-filtered-orders': filteredOrders(engine),
        '0008-code-asker': codeAsker(engine),
        '0009-constraint-names': constraintNames(engine),
        '0010-second-step': secondStep(engine),
        '0011-trash': trash(engine),
        '0012-searched-filters': searchedFilters(engine),
        '0013-codes-by-asker': codesByAsker(engine),
        '0014-searched-ages': searchedAges(engine),
        '0015-searched-orders': searchedOrders(engine),
      }),
    },
  })
}
