import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { policyPages } from './vite/policy-pages.ts'
import { precompress } from './vite/precompress.ts'

const API = 'http://127.0.0.1:4000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), policyPages(), precompress()],
  resolve: {
    // Its other builds need Node's Buffer.
    alias: { 'csv-parse/sync': 'csv-parse/browser/esm/sync' },
  },
  build: {
    // A data: URI would need `img-src data:` in the server's content security policy.
    assetsInlineLimit: 0,
    // One file of 16 kB, where a screen would otherwise request fifteen.
    cssCodeSplit: false,
    // All target browsers preload modules themselves.
    modulePreload: { polyfill: false },
    // Groups the code of the first screens into a few files: a phone would otherwise request sixty before it shows the
    // dashboard.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // With what the sign-in shares with the screens, which need none of its forms.
            {
              name: 'index',
              test: /\/(?:main|core\/src\/api\/(?:api-error|error-messages)|platform\/(?:offline-error|passkeys|use-is-online)|forms\/drafts|ui\/(?:feedback\/(?:notice|toast|error-text)|primitives\/icon-button|brand\/brand|images\/png-image))\.tsx?$/,
            },
            { name: 'sign-in', test: /\/sign-in-page\.tsx$/ },
            { name: 'shell', test: /\/shell\/shell\.tsx$/ },
            { name: 'dashboard', test: /\/app\/dashboard\.tsx$/ },
          ],
        },
      },
    },
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
  },
  server: { proxy: { '/api': API, '/media': API } },
  test: {
    name: 'web',
    environment: 'jsdom',
    // A worker loads jsdom and the console once instead of for each file.
    isolate: false,
    // As in vitest.config.ts: both run in parallel.
    maxWorkers: '100%',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    globalSetup: ['../../scripts/build.setup.mjs'],
    testTimeout: 60_000,
  },
})
