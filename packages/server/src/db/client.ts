import { setImmediate } from 'node:timers/promises'
import type BetterSqlite3 from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely'
import type { Pool } from 'pg'
import { OperatorError } from '#server/domain/operator-error.ts'
import { withCachedStatements } from './cached-statements.ts'
import { type LongReads, createLongReads } from './long-reads.ts'
import { SqliteReadersDialect } from './readers/sqlite-readers.ts'
import type { Schema } from './schema.ts'

export type Engine = 'sqlite' | 'postgres'

export type Db = Kysely<Schema>

/** An open database. `transaction` excludes other writers on SQLite and is READ COMMITTED on PostgreSQL. */
export interface Database {
  db: Db
  /** Long reads, which run in worker threads on SQLite, except for a database in memory. */
  longReads: LongReads
  engine: Engine
  transaction: <T>(work: (trx: Db) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

const pendingWork = new WeakMap<Db, (() => void)[]>()

/** Runs `work` once the transaction has committed, and never if it is rolled back. Outside of a transaction it runs at once. */
export function afterCommit(trx: Db, work: () => void): void {
  const pending = pendingWork.get(trx)
  if (pending === undefined) work()
  else pending.push(work)
}

function runTransactions(db: Db): Database['transaction'] {
  return async (work) => {
    const pending: (() => void)[] = []
    const result = await db.transaction().execute((trx) => {
      pendingWork.set(trx, pending)
      return work(trx)
    })
    for (const run of pending) run()
    return result
  }
}

/** Connections to PostgreSQL per process. */
export const MAX_CONNECTIONS = 10
const LOCK_WAIT_MS = 5000
const STATEMENT_MS = 10_000

/** Opens or creates the SQLite database in this file; `:memory:` is lost on closing. Throws `OperatorError`. */
export async function openSqlite(file: string): Promise<Database> {
  const { default: Sqlite } = await import('better-sqlite3')
  try {
    const sqlite = new Sqlite(file, { timeout: LOCK_WAIT_MS })
    sqlite.pragma('journal_mode = WAL')
    sqlite.pragma('synchronous = FULL')
    sqlite.pragma('foreign_keys = ON')
    // Otherwise free pages would keep the data of erased people, also in backups.
    sqlite.pragma('secure_delete = ON')
    const db = new Kysely<Schema>({ dialect: new ImmediateSqliteDialect(sqlite) })
    const readerDb = sqlite.memory ? db : new Kysely<Schema>({ dialect: new SqliteReadersDialect(file) })
    return {
      db,
      longReads: createLongReads(readerDb),
      engine: 'sqlite',
      transaction: runTransactions(db),
      close: async () => {
        await readerDb.destroy()
        await db.destroy()
      },
    }
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error
    throw new OperatorError(`The database ${file} cannot be used: ${error.message}.`, { cause: error })
  }
}

/** Throws `OperatorError` if PostgreSQL cannot be reached or may lose acknowledged writes. */
export async function openPostgres(url: string, onIdleError: (error: Error) => void): Promise<Database> {
  const pool = await postgresPool(url, onIdleError)
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  try {
    await assertDurable(db)
  } catch (error) {
    await db.destroy()
    throw error instanceof OperatorError ? error : await unreachableError(url, error)
  }
  return {
    db,
    longReads: createLongReads(db),
    engine: 'postgres',
    transaction: runTransactions(db),
    close: () => db.destroy(),
  }
}

/** Runs work without time limits on statements and locks, for work that takes minutes or waits for such work. */
export async function withoutTimeouts<T>({ db, engine }: Database, work: (db: Db) => Promise<T>): Promise<T> {
  if (engine === 'sqlite') return work(db)
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set lock_timeout = 0`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
      await sql`reset lock_timeout`.execute(connection)
    }
  })
}

async function postgresPool(url: string, onIdleError: (error: Error) => void): Promise<Pool> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: LOCK_WAIT_MS,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_WAIT_MS,
    // JIT compilation takes longer than any of our queries; sorts should fit into memory; a page of an index costs no more than
    // one of the table, unless the disk turns.
    options: '-c jit=off -c work_mem=16MB -c random_page_cost=1.1',
    types: {
      // By default pg returns ids, instants and counts as text.
      getTypeParser: (id, format) => (id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format)),
    },
  })
  // The pool handles errors of idle connections only. An error between two statements would end the process; the next statement
  // throws it anyway.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', (error) => {
    if (!pool.ending) onIdleError(error)
  })
  return pool
}

/** Throws when the database does not respond. */
export async function ping({ db }: Database): Promise<void> {
  await sql`select 1`.execute(db)
}

/** Creates an error that names host and port as pg has parsed the URL. */
async function unreachableError(url: string, cause: unknown): Promise<OperatorError> {
  const { default: pg } = await import('pg')
  const { host, port } = new pg.Client({ connectionString: url })
  // For a host name with several addresses, Node has an inner error for each.
  const errors: unknown[] = cause instanceof AggregateError ? cause.errors : [cause]
  const reasons = errors.map((error) => (error instanceof Error ? error.message : String(error))).join(', ')
  return new OperatorError(`PostgreSQL at ${host}:${port} (DATABASE_URL) cannot be used: ${reasons}.`, { cause })
}

async function assertDurable(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('fsync', 'synchronous_commit')`.execute(db)
  const disabledSettings = rows.filter(({ setting }) => setting === 'off').map(({ name }) => name)
  if (disabledSettings.length > 0) {
    throw new OperatorError(`PostgreSQL has ${disabledSettings.join(' and ')} off, which loses acknowledged writes.`)
  }
}

/** Takes the write lock when a transaction begins; otherwise one that reads first could fail at its first write. */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #sqlite: BetterSqlite3.Database

  constructor(sqlite: BetterSqlite3.Database) {
    super({ database: withCachedStatements(sqlite) })
    this.#sqlite = sqlite
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** A commit blocks the process, so requests that have arrived are served before the next transaction. */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    await setImmediate()
  }

  /** On a full disk SQLite has already rolled back, and the error of a second rollback would hide the first. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection)
  }
}

/** Lets Kysely migrate in a transaction, which it disables for SQLite: an interrupted migration would stay half done. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #sqlite: BetterSqlite3.Database

  constructor(sqlite: BetterSqlite3.Database) {
    super({ database: sqlite })
    this.#sqlite = sqlite
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#sqlite)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter()
  }
}
