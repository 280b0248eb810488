import { afterAll, beforeAll, describe } from 'vitest'
import { hasPostgres, sharedPostgres, type SharedPostgres } from './postgres.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '#server/testing/start.ts'

type Start = (options?: TestServerOptions) => Promise<TestServer>

const WHY_SKIPPED = ' (skipped: no PostgreSQL binaries and no TEST_DATABASE_URL)'

/** Engines that `vitest.config.ts` sets for a file; both by default. */
const engines = (process.env['TEST_ENGINES'] ?? 'sqlite,postgres').split(',')

/** Defines tests on SQLite and on a real PostgreSQL; `start` makes a server on an empty database. */
export function onEachEngine(define: (start: Start) => void): void {
  onSqlite(define)
  onPostgres((start) => {
    define(start)
  })
}

function onSqlite(define: (start: Start) => void): void {
  if (!engines.includes('sqlite')) return
  describe('on SQLite', () => {
    define(startTestServer)
  })
}

/** Defines tests on PostgreSQL only, for races that SQLite's single writer would hide. */
export function onPostgres(define: (start: Start, createDatabase: () => Promise<string>) => void): void {
  if (!engines.includes('postgres')) return
  describe.skipIf(!hasPostgres)(`on PostgreSQL${hasPostgres ? '' : WHY_SKIPPED}`, () => {
    let postgres: SharedPostgres
    beforeAll(async () => {
      postgres = await sharedPostgres()
    })
    afterAll(() => postgres.stop(), 30_000)
    define(
      async (options) => startTestServer({ ...options, databaseUrl: await postgres.createMigrated() }),
      () => postgres.createDatabase(),
    )
  })
}
