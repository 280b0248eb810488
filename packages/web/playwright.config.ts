import { defineConfig, devices } from '@playwright/test'

/** What a project chooses for its tests. */
export interface SiteOptions {
  /** A server without extensions, with the console served by a static server in front of it. */
  plainContract: boolean
}

/** What `npm run test:all` runs: the files of the folder, and what has the tag elsewhere. */
const STRESS = /stress\/|@stress/

export default defineConfig<SiteOptions>({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // Half of a journey is waiting, so that as many fit as there are cores.
  workers: '100%',
  // Long enough for a busy machine; a hang shows all the same.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // Recording every journey takes long; `--trace retain-on-failure` records one that is looked into.
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
      args: ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
  projects: [
    { name: 'journeys', grepInvert: STRESS, use: { plainContract: false } },
    { name: 'all else', grep: STRESS, use: { plainContract: false } },
    // Any static server in front of any server of the specification; no policy keeps hostile texts from being run there.
    {
      name: 'plain contract',
      use: { plainContract: true },
      grepInvert: /@reference/,
      testMatch: ['users.spec.ts', 'catalogue.spec.ts', 'account.spec.ts', 'dashboard.spec.ts', 'xss-lists.spec.ts'],
    },
  ],
})
