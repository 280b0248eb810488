import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['packages/{core,server,cli}/{src,test}/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          environment: 'node',
          // Some tests make sure that nothing depends on what the garbage collector leaves alone.
          execArgv: ['--expose-gc'],
        },
      },
      'packages/web/vite.config.ts',
    ],
  },
})
