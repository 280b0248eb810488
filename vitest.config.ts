import { defineConfig } from 'vitest/config'

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
      {
        test: {
          name: 'trials',
          include: ['packages/*/trials/**/*.trial.ts'],
          environment: 'node',
          // Each puts a server under load or kills it: side by side they would measure each other.
          fileParallelism: false,
          testTimeout: 3_600_000,
        },
      },
      'packages/web/vite.config.ts',
    ],
  },
})
