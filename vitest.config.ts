import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = import.meta.dirname

const filesWith = (text: string, pattern: string) =>
  globSync(pattern, { cwd: root }).filter((file) => readFileSync(join(root, file), 'utf8').includes(text))

/** Stress tests that measure time. */
const TIMED = [
  'packages/server/stress/{timing,slow-sockets}.stress.ts',
  'packages/server/src/**/{many-readers,many-scopes,outage,slow-disk,stop}.stress.ts',
  'scripts/packed.stress.mjs',
]

/** Tests of SQL that differs between the engines by more than a lock: run on both before each commit. */
const SQL_OF_EACH_ENGINE = ['packages/server/src/{db,modules/users}/**/*.test.ts']

/** All other tests of SQL: run on SQLite by `npm test`, on PostgreSQL by `npm run test:all`. */
const ON_ENGINES = filesWith('/on-each-engine.ts', 'packages/server/src/**/*.test.ts')

// A worker loads shared imports once; races and spawned processes take longer on a busy machine.
const node = { environment: 'node', isolate: false, testTimeout: 30_000 }
/** One PostgreSQL for all files of a run. */
const POSTGRES = 'packages/server/src/testing/database/postgres.setup.ts'
/** Builds the tool and the server for tests that start them. */
const BUILDS = 'scripts/build.setup.mjs'
/** Removes the folders of the tool's tests. */
const TOOL_FOLDERS = 'packages/cli/test/support/temporary-folder.setup.ts'
const stress = { environment: 'node', testTimeout: 3_600_000, globalSetup: [BUILDS, POSTGRES] }

export default defineConfig({
  test: {
    // By default Vitest leaves a core to other programs.
    maxWorkers: '100%',
    projects: [
      { test: { ...node, name: 'sql', include: SQL_OF_EACH_ENGINE, globalSetup: [BUILDS, POSTGRES] } },
      {
        test: {
          ...node,
          name: 'server',
          include: ['packages/server/src/**/*.test.ts'],
          exclude: SQL_OF_EACH_ENGINE,
          env: { TEST_ENGINES: 'sqlite' },
          globalSetup: [BUILDS],
        },
      },
      {
        test: {
          ...node,
          name: 'node',
          include: ['packages/{core,cli}/{src,test}/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          setupFiles: [TOOL_FOLDERS],
          // Some tests check what happens after a garbage collection.
          execArgv: ['--expose-gc'],
          globalSetup: [BUILDS],
        },
      },
      'packages/web/vite.config.ts',
      {
        test: {
          ...node,
          name: 'postgres',
          include: ON_ENGINES,
          exclude: SQL_OF_EACH_ENGINE,
          env: { TEST_ENGINES: 'postgres' },
          globalSetup: [BUILDS, POSTGRES],
        },
      },
      {
        test: {
          ...stress,
          name: 'stress',
          setupFiles: [TOOL_FOLDERS],
          include: ['packages/*/{src,stress}/**/*.stress.{ts,tsx}', 'scripts/**/*.stress.mjs'],
          exclude: TIMED,
        },
      },
      // In parallel they would measure each other.
      { test: { ...stress, name: 'timed', include: TIMED, fileParallelism: false, sequence: { groupOrder: 1 } } },
    ],
  },
})
