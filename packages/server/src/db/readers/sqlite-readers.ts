import { availableParallelism } from 'node:os'
import { extname, join } from 'node:path'
import { type DatabaseConnection, DummyDriver, type QueryResult, SqliteDialect } from 'kysely'
import type { Tinypool } from 'tinypool'
import { MINUTE } from '#server/domain/time.ts'
import type { Query } from './sqlite-reader.ts'

// The worker is also an entry of the bundle, so it is next to this file there too.
const WORKER = join(import.meta.dirname, `sqlite-reader${extname(import.meta.filename)}`)

/** Leaves one core for requests. Two threads are enough, since admins are few. */
const MAX_THREADS = Math.min(2, Math.max(1, availableParallelism() - 1))
const IDLE_MS = MINUTE

/** A SQLite dialect that runs read-only queries in worker threads, which start with the first query. */
export class SqliteReadersDialect extends SqliteDialect {
  readonly #file: string

  constructor(file: string) {
    super({ database: () => Promise.reject(new Error('Only the threads open the database.')) })
    this.#file = file
  }

  override createDriver(): SqliteReadersDriver {
    return new SqliteReadersDriver(this.#file)
  }
}

class SqliteReadersDriver extends DummyDriver {
  readonly #file: string
  #pool: Promise<Tinypool> | undefined

  constructor(file: string) {
    super()
    this.#file = file
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const pool = await (this.#pool ??= this.#start())
    return {
      async executeQuery<Row>({ sql, parameters }: Query): Promise<QueryResult<Row>> {
        const rows: Row[] = await pool.run({ sql, parameters })
        return { rows }
      },
      streamQuery() {
        throw new Error('Streaming is not supported: select a limited number of rows.')
      },
    }
  }

  override async destroy(): Promise<void> {
    await (await this.#pool)?.destroy()
  }

  async #start(): Promise<Tinypool> {
    const { Tinypool } = await import('tinypool')
    return new Tinypool({
      runtime: 'worker_threads',
      filename: WORKER,
      workerData: this.#file,
      minThreads: 1,
      maxThreads: MAX_THREADS,
      idleTimeout: IDLE_MS,
    })
  }
}
