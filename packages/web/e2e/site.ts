import path from 'node:path'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { test as base, expect, type Page } from '@playwright/test'
import type { SiteOptions } from '../playwright.config.ts'
import { startStaticServer } from './static-server.ts'

const DIST = path.resolve(import.meta.dirname, '../dist')

interface Fixtures {
  /** A site of the test's own, with the console and an admin who can sign in. */
  site: { url: string; server: TestServer }
  /** Console errors that a test brings about itself, such as those of refused calls. */
  expectedErrors: RegExp | undefined
  /** Signs the admin in by the form. */
  signIn: () => Promise<void>
}

/** A browser test: it fails on a console error, a policy violation or a request to another origin, too. */
export const test = base.extend<SiteOptions & Fixtures>({
  plainContract: [false, { option: true }],
  expectedErrors: [undefined, { option: true }],

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

  page: async ({ page, site, expectedErrors }, use) => {
    const complaints = watch(page, site.url)
    await use(page)
    const unexpected = complaints.filter((complaint) => !expectedErrors?.test(complaint))
    expect(unexpected, 'console errors, policy violations, requests elsewhere').toEqual([])
  },

  signIn: async ({ page, site }, use) => {
    await use(async () => {
      await page.goto(`${site.url}/signin`)
      await page.getByLabel('Email').fill(site.server.admin.email)
      await page.getByLabel('Password', { exact: true }).fill(site.server.admin.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    })
  },
})

/** 40 users who joined long ago, 3 who joined yesterday. With the admin, who joined today, there are 44. */
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

function watch(page: Page, origin: string): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) complaints.push(`Request to ${request.url()}`)
  })
  return complaints
}

export { expect }
