import type { Page } from '@playwright/test'
import { pngFile } from '../../src/testing/image-files.ts'
import { add } from '../support/records.ts'
import { expect, test, type Site } from '../support/site.ts'
import {
  ALL_ON_ONE_PAGE,
  expectAllShown,
  expectHarmless,
  mockData,
  refuseDialogs,
  goWithoutReload,
  someTexts,
} from './hostile-pages.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'

test.use({ signedIn: true, trace: 'off' })

test.beforeEach(({ page }) => refuseDialogs(page))

test('hostile texts are harmless in the list, search, confirmation and toast of users', async ({ page, site }) => {
  for (const text of HOSTILE_TEXTS) {
    const user = { first_name: text, last_name: text, gender: text, status: text, email: `${text}@example.com` }
    await site.server.addUser(user)
  }
  await page.goto(`${site.url}/User?${ALL_ON_ONE_PAGE}`)
  await expectAllShown(page)
  for (const text of HOSTILE_TEXTS) {
    // The first word is in none of the texts; a search finds its words in any order.
    await goWithoutReload(page, `/User?search=${encodeURIComponent(`zq9 ${text}`)}`, { text: `zq9 ${text}` })
  }
  await page.goto(`${site.url}/User?${ALL_ON_ONE_PAGE}`)
  await deleteSome(page, { formatName: (text) => `${text} ${text}`, every: 2 })
})

test('hostile texts are harmless in the list, filter, form, confirmation and toast of positions', async ({
  page,
  site,
}) => {
  const [hostile = ''] = HOSTILE_TEXTS
  const category_id = await add(site, 'category', { category_name: hostile, category_image: pngFile('a.png') })
  const ids = await addAll(site, 'subcategory', (text) => ({
    category_id,
    subcategory_name: text,
    benefits: text,
    tips: text,
    challenges: text,
    safety_tips: text,
    sub_cat_image: pngFile('a.png'),
  }))
  await page.goto(`${site.url}/Kamasutra?${ALL_ON_ONE_PAGE}`)
  await expectAllShown(page)
  for (const [text, id] of ids) {
    await goWithoutReload(page, `/Kamasutra?${ALL_ON_ONE_PAGE}&edit=${id}`, { values: [text, text, text, text, text] })
  }
  for (const text of HOSTILE_TEXTS) {
    await goWithoutReload(page, `/Kamasutra?search=${encodeURIComponent(`no ${text}`)}`, { values: [`no ${text}`] })
  }
  await page.goto(`${site.url}/Kamasutra?${ALL_ON_ONE_PAGE}`)
  await deleteSome(page, { every: 4 })
})

test('hostile texts are harmless in the palette, typed or in any kind of record', async ({ page, site }) => {
  for (const text of HOSTILE_TEXTS) await site.server.addUser({ first_name: text, email: `${text}@example.com` })
  const named = <Names extends object>(names: (text: string) => Names) =>
    HOSTILE_TEXTS.map((text, index) => ({ id: index + 1, ...names(text) }))
  await mockData(page, 'categories', () => named((text) => ({ category_name: text })))
  await mockData(page, 'subcategories', () =>
    named((text) => ({ subcategory_name: text, category_id: 0, category: { category_name: text } })),
  )
  await mockData(page, 'subscription-products', () => named((text) => ({ name: text, product_id: text, price: 1 })))
  await page.goto(`${site.url}/Usernotifications`)
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: /^Search screens/ })
  const labels = page.getByRole('option').locator('bdi')
  const users = page.getByRole('group', { name: 'Users' }).getByRole('option')
  for (const text of someTexts(4)) {
    await field.fill(`no ${text}`)
    await expect(page.getByText(/^Nothing found for/)).toBeVisible()
    await expectHarmless(page, `no ${text}`)
  }
  for (const text of HOSTILE_TEXTS) {
    await field.fill(text)
    // Finds a category, a position and a product of that name.
    await expect.poll(async () => (await labels.allTextContents()).filter((label) => label === text)).toHaveLength(3)
    await expect(users.filter({ hasText: '@example.com' }).first()).toContainText(text)
    await expectHarmless(page, text)
  }
  await page.getByRole('group', { name: 'Categories' }).getByRole('option').first().click()
  await expect(page.getByRole('heading', { name: 'Edit Category' })).toBeVisible()
  await expectHarmless(page, 'chosen')
})

test.describe('hostile data of a server', () => {
  // Images with invalid URLs log an error.
  test.use({ expectedErrors: /^Failed to load resource/ })

  test('is harmless in image URLs', async ({ page, site }) => {
    const addresses = [
      ...HOSTILE_TEXTS.filter((text) => !text.includes('exfil')),
      'JaVaScRiPt:localStorage.stolen=1',
      '\tjavascript:localStorage.stolen=1',
      'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="localStorage.stolen=1"/>',
      'x.png" onerror="localStorage.stolen=1',
    ]
    const categories = addresses.map((category_image, id) => ({ id, category_name: `Category ${id}`, category_image }))
    const positions = addresses.map((sub_cat_image, id) => ({
      id,
      category_id: id,
      subcategory_name: `Position ${id}`,
      sub_cat_image,
    }))
    const users = addresses.map((profile_image, id) => ({ id, first_name: `User ${id}`, profile_image }))
    await mockData(page, 'categories', () => categories)
    await mockData(page, 'subcategories', () => positions)
    await mockData(page, 'users*', () => ({ users, total: users.length }))
    for (const path of ['category', 'Kamasutra', 'User?range=all&size=50']) {
      await page.goto(`${site.url}/${path.includes('?') ? path : `${path}?${ALL_ON_ONE_PAGE}`}`)
      await expect(page.locator('main').locator('tbody tr, article')).toHaveCount(addresses.length)
      const origins = await page
        .locator('main img')
        .evaluateAll((images) => images.map((image) => image instanceof HTMLImageElement && new URL(image.src).origin))
      expect(
        origins.filter((origin) => origin !== site.url),
        path,
      ).toEqual([])
      await expectHarmless(page, path)
    }
  })
})

/** Adds a record for every text and returns their ids. */
async function addAll(
  site: Site,
  path: string,
  toValues: (text: string) => Record<string, string | number | File>,
): Promise<[text: string, id: number][]> {
  const ids: [string, number][] = []
  for (const text of HOSTILE_TEXTS) ids.push([text, await add(site, path, toValues(text))])
  return ids
}

interface Deletions {
  formatName?: (text: string) => string
  /** Interval of the deleted records; 2 deletes every second one. */
  every?: number
}

/** Deletes the records named by every nth text. Confirmation and toast show the name. */
async function deleteSome(page: Page, { formatName = String, every = 1 }: Deletions = {}): Promise<void> {
  await expectAllShown(page)
  for (const text of someTexts(every)) {
    const name = formatName(text)
    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).dispatchEvent('click')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText(name)
    await expectHarmless(page, text)
    await dialog.getByRole('button', { name: /^Delete/ }).dispatchEvent('click')
    await expect(page.getByText(`${name} was deleted.`, { exact: true }).first()).toBeAttached()
    await expect(dialog).toBeHidden()
  }
  await expectHarmless(page, 'after deleting')
}
