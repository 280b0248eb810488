import { defineConfig } from 'vitest/config'

/** Stress tests that compare how long things take. */
const TIMED = ['packages/server/stress/{timing,slow-sockets}.stress.ts']

/** One PostgreSQL for all files of a run. */
const globalSetup = ['packages/server/src/testing/postgres.setup.ts']

// Races and spawned processes take their time on a busy machine; a hang shows all the same.
const quick = { environment: 'node', testTimeout: 30_000 }
const stress = { environment: 'node', testTimeout: 3_600_000, globalSetup }

export default defineConfig({
  test: {
    // By itself Vitest leaves a core to whoever works on the machine meanwhile; half of the tests wait anyway.
    maxWorkers: '100%',
    projects: [
      { test: { ...quick, name: 'server', include: ['packages/server/src/**/*.test.ts'], globalSetup } },
      {
        test: {
          ...quick,
          name: 'node',
          include: ['packages/{core,cli}/{src,test}/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          // Some tests make sure that nothing depends on what the garbage collector leaves alone.
          execArgv: ['--expose-gc'],
        },
      },
      'packages/web/vite.config.ts',
      { test: { ...stress, name: 'stress', include: ['packages/*/{src,stress}/**/*.stress.{ts,tsx}'], exclude: TIMED } },
      // Side by side, or beside others, they would measure each other.
      { test: { ...stress, name: 'timed', include: TIMED, fileParallelism: false, sequence: { groupOrder: 1 } } },
    ],
  },
})
