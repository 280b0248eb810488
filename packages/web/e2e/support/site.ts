import path from 'node:path'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { startTestServer, type TestServer } from '@rapport/server/testing'
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
    await using server = await startTestServer(plainContract ? { users, extensions: [] } : { users, consoleDir: DIST })
    const origin = await server.listen()
    if (plainContract) {
      await using inFront = await startStaticServer(origin)
      await use({ url: inFront.url, server })
    } else {
      await use({ url: origin, server })
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
      await using server = await startTestServer({ demo: 40, consoleDir: DIST })
      await use({ url: await server.listen(), server })
    },
    { scope: 'worker' },
  ],
  site: ({ demoSite }, use) => use(demoSite),
})

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
