import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { spawnServer, untilListening } from '@rapport/server/server-process'
import { startTestServer, TEST_SECRET, type TestServer, type TestServerOptions } from '@rapport/server/testing'
import type { SiteOptions } from '../../playwright.config.ts'
import { startStaticServer } from './static-server.ts'

export const DIST = path.resolve(import.meta.dirname, '../../dist')

/** A console and its server. */
export interface Site {
  url: string
  server: TestServer
}

interface Fixtures {
  /** Site of this test alone, with an admin who can sign in. */
  site: Site
  /** Matches console errors that the test causes, such as those of refused calls. */
  expectedErrors: RegExp | undefined
  /** Whether the browser starts signed in. */
  signedIn: boolean
  /** Signs in through the form. */
  signIn: () => Promise<void>
}

/** Browser test that fails on a console error, a CSP violation or a request to another origin. */
export const test = base.extend<SiteOptions & Fixtures>({
  plainContract: [false, { option: true }],
  expectedErrors: [undefined, { option: true }],
  signedIn: [false, { option: true }],

  site: async ({ plainContract }, use) => {
    const users = population()
    if (plainContract) {
      await using server = await startTestServer({ users, extensions: [] })
      await using inFront = await startStaticServer(await server.listen())
      await use({ url: inFront.url, server })
    } else {
      await using ownSite = await startSite({ users })
      await use(ownSite)
    }
  },

  storageState: async ({ site, signedIn }, use) => {
    const localStorage = signedIn ? [{ name: 'authToken', value: await site.server.signIn() }] : []
    await use({ cookies: [], origins: signedIn ? [{ origin: site.url, localStorage }] : [] })
  },

  context: async ({ context, site, expectedErrors }, use) => {
    const complaints = await watch(context, site.url)
    await use(context)
    const unexpected = complaints.filter((complaint) => !expectedErrors?.test(complaint))
    expect(unexpected, 'console errors, policy violations, requests elsewhere').toEqual([])
  },

  signIn: async ({ page, site }, use) => {
    await use(async () => {
      await page.goto(`${site.url}/signin`)
      await submitSignIn(page, site)
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    })
  },
})

/** Like `test`, on a site with records that all tests of a worker share. */
export const demoTest = test.extend<object, { demoSite: Site }>({
  demoSite: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      await using sharedSite = await startSite({ demo: 40 })
      await use(sharedSite)
    },
    { scope: 'worker' },
  ],
  site: ({ demoSite }, use) => use(demoSite),
})

/**
 * Starts a server with the console: in this process, or the installed one whose entry is in PACKED_SERVER. That one shares its
 * database with the server in this process, which adds users and signs in, and sends mail itself.
 */
async function startSite(options: TestServerOptions): Promise<Site & AsyncDisposable> {
  const entry = process.env['PACKED_SERVER']
  if (entry === undefined) {
    const server = await startTestServer({ ...options, consoleDir: DIST })
    return { url: await server.listen(), server, [Symbol.asyncDispose]: server.close }
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'rapport-site-'))
  const server = await startTestServer({ ...options, databaseFile: path.join(folder, 'rapport.db') })
  const env = { RAPPORT_DATA_DIR: folder, RAPPORT_SECRET: TEST_SECRET, PORT: '0' }
  const { origin, child, ended } = await untilListening(spawnServer({ entry: [entry], env }))
  return {
    url: origin,
    server,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await Promise.all([ended, server.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Fills in and submits the sign-in form. */
export async function submitSignIn(page: Page, { server: { admin } }: Site): Promise<void> {
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Returns 40 users who joined long ago and 3 who joined yesterday; the admin, who joined today, makes 44. */
function population() {
  const daysAgo = (days: number) => {
    const date = new Date()
    date.setHours(12, 0, 0, 0)
    date.setDate(date.getDate() - days)
    return date.toISOString()
  }
  const members = Array.from({ length: 40 }, (_, index) => ({
    first_name: 'Member',
    last_name: String(index + 1).padStart(2, '0'),
    email: `member${index + 1}@example.com`,
    joined_date: daysAgo(100 + index),
    age: 20 + index,
    gender: index % 2 === 0 ? 'female' : 'male',
    status: index % 5 === 0 ? 'inactive' : 'active',
  }))
  const newcomers = ['Yara', 'Yann', 'Yoko'].map((name) => ({
    first_name: name,
    last_name: 'Newcomer',
    email: `${name.toLowerCase()}@example.com`,
    joined_date: daysAgo(1),
  }))
  return [...members, ...newcomers]
}

async function watch(context: BrowserContext, origin: string): Promise<string[]> {
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(`Uncaught ${String(error.error())}`))
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin) complaints.push(`Request to ${url.href}`)
  })
  await context.exposeBinding('reportViolation', (_, what: string) =>
    complaints.push(`Violation of the policy: ${what}`),
  )
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const report: unknown = Reflect.get(window, 'reportViolation')
      if (typeof report === 'function') report(`${effectiveDirective} ${blockedURI} ${sample}`)
    })
  })
  return complaints
}

export { expect }
