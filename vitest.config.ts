import { defineConfig } from 'vitest/config'

/** Trials that compare how long things take. */
const TIMED = ['packages/server/trials/{timing,slow-sockets}.trial.ts']

const trials = { environment: 'node', testTimeout: 3_600_000 }

export default defineConfig({
  test: {
    // By itself Vitest leaves a core to whoever works on the machine meanwhile; half of the tests wait anyway.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'node',
          include: ['packages/{core,server,cli}/{src,test}/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          environment: 'node',
          // Races and spawned processes take their time on a busy machine; a hang shows all the same.
          testTimeout: 30_000,
          // Some tests make sure that nothing depends on what the garbage collector leaves alone.
          execArgv: ['--expose-gc'],
        },
      },
      { test: { ...trials, name: 'trials', include: ['packages/*/trials/**/*.trial.ts'], exclude: TIMED } },
      // Side by side, or beside others, they would measure each other.
      {
        test: { ...trials, name: 'timed-trials', include: TIMED, fileParallelism: false, sequence: { groupOrder: 1 } },
      },
      'packages/web/vite.config.ts',
    ],
  },
})
