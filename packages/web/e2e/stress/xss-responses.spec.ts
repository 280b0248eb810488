import type { Page } from '@playwright/test'
import { expect, test } from '../support/site.ts'
import { Interference } from './faults.ts'
import { expectHarmless, refuseDialogs, goWithoutReload } from './hostile-pages.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'

test.use({ signedIn: true, trace: 'off' })

test.beforeEach(({ page }) => refuseDialogs(page))

test('hostile paths are harmless', async ({ page, site }) => {
  await page.goto(`${site.url}/nowhere`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const text of HOSTILE_TEXTS) {
    const path = `/${encodeURIComponent(text)}`
    await goWithoutReload(page, path, { text: path })
  }
})

test.describe('hostile error messages', () => {
  test.use({ expectedErrors: /^Failed to load resource/ })

  test('are harmless in a list', async ({ page, site }) => {
    const call = await Interference.of(page, 'listProducts')
    await refuseAll(page, call, {
      first: () => page.goto(`${site.url}/subscription`),
      again: () => page.getByRole('button', { name: 'Retry' }).click(),
    })
  })

  test('are harmless in a form and its field', async ({ page, site }) => {
    const call = await Interference.of(page, 'createProduct')
    await page.goto(`${site.url}/subscription?add`)
    await page.getByLabel('Product ID').fill('app_gold')
    await page.getByLabel('Name').fill('Gold')
    await page.getByLabel('Price').fill('1')
    await refuseAll(page, call, { again: () => page.getByLabel('Price').press('Enter'), field: 'name' })
  })

  test('are harmless in a delete dialog', async ({ page, site }) => {
    await site.server.addUser({ first_name: 'Extra' })
    const call = await Interference.of(page, 'deleteUser')
    await page.goto(`${site.url}/User`)
    await page.getByRole('button', { name: 'Delete Extra' }).click()
    await refuseAll(page, call, { again: () => page.getByRole('button', { name: 'Delete user' }).click() })
  })
})

test.describe('signed out', () => {
  test.use({ expectedErrors: /^Failed to load resource/, signedIn: false })

  test('a hostile error message is harmless at sign-in', async ({ page, site }) => {
    const call = await Interference.of(page, 'login')
    await page.goto(`${site.url}/signin`)
    await page.getByLabel('Email').fill('admin@example.com')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await refuseAll(page, call, { again: () => page.getByLabel('Email').press('Enter') })
  })

  test('hostile queries and fragments are harmless', async ({ page, site }) => {
    await page.goto(`${site.url}/signin`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const text of HOSTILE_TEXTS) {
      const path = `/${encodeURIComponent(text)}`
      await goWithoutReload(page, `/signin?returnTo=${path}#${path}`, { text: 'Welcome back.' })
    }
  })
})

interface Refusals {
  /** Makes the first call, if it differs from later ones. */
  first?: () => Promise<unknown>
  again: () => Promise<unknown>
  /** Field named in the error. */
  field?: string
}

/** Refuses a call with every text, as message and as field error. */
async function refuseAll(page: Page, call: Interference, { first, again, field }: Refusals): Promise<void> {
  for (const [index, text] of HOSTILE_TEXTS.entries()) {
    call.fault = {
      name: text,
      expectedMessage: { message: text },
      strike: (route) =>
        route.fulfill({
          status: 422,
          json: { code: 422, message: text, data: null, errors: field ? { [field]: text, unknown: text } : undefined },
        }),
    }
    await (index === 0 && first ? first() : again())
    // A field's error is not repeated above the form.
    const place = field === undefined ? page.getByRole('alert') : page.getByRole('main')
    await expect(place.filter({ hasText: text })).toBeVisible()
    await expectHarmless(page, text)
  }
}
