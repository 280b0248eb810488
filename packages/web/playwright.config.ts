import { defineConfig, devices } from '@playwright/test'

/** Options of a project. */
export interface SiteOptions {
  /** Whether a static server serves the console, in front of a server without extensions. */
  plainContract: boolean
}

/** The engines that run the journeys of `e2e/engines`; scripts/browser.mjs knows which are installed. */
const ENGINES = ['chromium', 'firefox', 'webkit'] as const
export type Engine = (typeof ENGINES)[number]

const OF_ENGINES = 'engines/*.spec.ts'

/** Run by `npm run test:all`: the files of the folder, and tagged tests elsewhere. */
const STRESS = /stress\/|@stress/

export default defineConfig<SiteOptions, { engine: Engine }>({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // Half of a journey is waiting, so there can be as many as cores.
  workers: '100%',
  // Long enough for a busy machine; a hang is still found.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // Recording every journey takes long; use `--trace retain-on-failure` to investigate one.
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
      args: ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
  projects: [
    { name: 'journeys', grepInvert: STRESS, testIgnore: OF_ENGINES, use: { plainContract: false } },
    { name: 'all else', grep: STRESS, use: { plainContract: false } },
    // A static server in front of a server without extensions: no content security policy stops hostile texts there.
    {
      name: 'plain contract',
      use: { plainContract: true },
      grepInvert: /@reference/,
      testMatch: ['users.spec.ts', 'catalogue.spec.ts', 'account.spec.ts', 'dashboard.spec.ts', 'xss-lists.spec.ts'],
    },
    ...ENGINES.map((engine) => ({ name: engine, testMatch: OF_ENGINES, use: { engine, plainContract: false } })),
  ],
})
