import { afterAll, beforeAll, describe, it as base } from 'vitest'
import { asAdmin } from '../call.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../start.ts'
import { stoppedClock } from '../stopped-clock.ts'
import { hasPostgres, sharedPostgres, type SharedPostgres } from './postgres.ts'

type Start = (options?: TestServerOptions) => Promise<TestServer>

type OnEngine = ReturnType<typeof testsOn>

const WHY_SKIPPED = ' (skipped: no PostgreSQL binaries and no TEST_DATABASE_URL)'

/** The engines that `vitest.config.ts` sets for a file; both by default. */
const engines = (process.env['TEST_ENGINES'] ?? 'sqlite,postgres').split(',')

/** Defines tests on SQLite and on a real PostgreSQL. `start` starts a server on an empty database, with a stopped clock. */
export function onEachEngine(define: (on: OnEngine) => void): void {
  onSqlite(define)
  onPostgres(define)
}

function onSqlite(define: (on: OnEngine) => void): void {
  if (!engines.includes('sqlite')) return
  describe('on SQLite', () => {
    define(testsOn(startTestServer))
  })
}

/** Defines tests on PostgreSQL only, for races that SQLite's single writer would hide. */
export function onPostgres(define: (on: OnEngine & { createDatabase: () => Promise<string> }) => void): void {
  if (!engines.includes('postgres')) return
  describe.skipIf(!hasPostgres)(`on PostgreSQL${hasPostgres ? '' : WHY_SKIPPED}`, () => {
    let postgres: SharedPostgres
    beforeAll(async () => {
      postgres = await sharedPostgres()
    })
    afterAll(() => postgres.stop(), 30_000)
    define({
      ...testsOn(async (options) => startTestServer({ ...options, databaseUrl: await postgres.createMigrated() })),
      createDatabase: () => postgres.createDatabase(),
    })
  })
}

/** Creates an `it` whose tests may take a `server` without options, and a `call` of its first admin. */
function testsOn(startOnEngine: Start) {
  const start: Start = (options) => startOnEngine({ clock: stoppedClock, ...options })
  const it = base
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of fixtures from the pattern.
    .extend('server', async ({}, { onCleanup }) => {
      const server = await start()
      onCleanup(server.close)
      return server
    })
    .extend('call', ({ server }) => asAdmin(server))
  return { it, start }
}
