import { Buffer } from 'node:buffer'
import type { Page } from '@playwright/test'
import { pngFile } from '../src/testing/image-files.ts'
import { Interference } from './faults.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'
import { add } from './records.ts'
import { expect, test, type Site } from './site.ts'

test.use({ signedIn: true, trace: 'off' })

/** Who reads a list of all the texts asks for it in one page. */
const ALL = 'size=50'

test.beforeEach(async ({ page }) => {
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') throw new Error(`A dialog was opened: ${dialog.message()}`)
    void dialog.accept()
  })
})

test('users: list, search, question, toast', async ({ page, site }) => {
  for (const text of HOSTILE_TEXTS) {
    const user = { first_name: text, last_name: text, gender: text, status: text, email: `${text}@example.com` }
    await site.server.addUser(user)
  }
  await page.goto(`${site.url}/User?${ALL}`)
  await expectAllShown(page)
  for (const text of HOSTILE_TEXTS) {
    await show(page, `/User?search=${encodeURIComponent(`no ${text}`)}`, { text: `no ${text}` })
  }
  await page.goto(`${site.url}/User?${ALL}`)
  await deleteAll(page, { nameOf: (text) => `${text} ${text}`, every: 2 })
})

test('categories: list, form, question, toast', async ({ page, site }) => {
  const ids = await addAll(site, 'category', (text) => ({ category_name: text, category_image: pngFile('a.png') }))
  await page.goto(`${site.url}/category?${ALL}`)
  await expectAllShown(page)
  for (const [text, id] of ids) await show(page, `/category?${ALL}&edit=${id}`, { values: [text] })
  for (const text of HOSTILE_TEXTS) {
    await show(page, `/category?search=${encodeURIComponent(`no ${text}`)}`, { values: [`no ${text}`] })
  }
  await page.goto(`${site.url}/category?${ALL}`)
  await deleteAll(page, { every: 4 })
})

test('positions: list, filter, form, question, toast', async ({ page, site }) => {
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
  await page.goto(`${site.url}/Kamasutra?${ALL}`)
  await expectAllShown(page)
  for (const [text, id] of ids) {
    await show(page, `/Kamasutra?${ALL}&edit=${id}`, { values: [text, text, text, text, text] })
  }
  for (const text of HOSTILE_TEXTS) {
    await show(page, `/Kamasutra?search=${encodeURIComponent(`no ${text}`)}`, { values: [`no ${text}`] })
  }
  await page.goto(`${site.url}/Kamasutra?${ALL}`)
  await deleteAll(page, { every: 4 })
})

test('subscriptions: typed into the form, list, form, question, toasts', async ({ page, site }) => {
  const typed = someTexts(4)
  for (const text of HOSTILE_TEXTS) {
    const values = { product_id: text, name: text, price: 1 }
    if (!typed.includes(text)) await add(site, 'subscription-products', values)
  }
  await page.goto(`${site.url}/subscription?add`)
  for (const text of typed) {
    await show(page, '/subscription?add', { text: 'Back to Subscription Plans' })
    await page.getByLabel('Product ID').fill(text)
    await page.getByRole('textbox', { name: 'Name' }).fill(text)
    await page.getByLabel('Price').fill('1')
    await page.getByLabel('Price').press('Enter')
    await expect(page.getByText(`${text} was added.`, { exact: true }).first()).toBeAttached()
    await expectHarmless(page, text)
  }
  await expectAllShown(page)
  const links = page.getByRole('link', { name: /^Edit/ })
  for (const to of await links.evaluateAll((edits) => edits.map((edit) => String(edit.getAttribute('href'))))) {
    await show(page, to, { text: 'Edit Subscription' })
  }
  await page.goto(`${site.url}/subscription`)
  await deleteAll(page, { every: 4 })
})

test('the name of the admin, in the profile and on every screen', async ({ page, site }) => {
  await page.goto(`${site.url}/Myprofile`)
  for (const text of HOSTILE_TEXTS) {
    await page.getByLabel('First Name').fill(text)
    await page.getByLabel('Last Name').fill(text)
    await page.getByLabel('Last Name').press('Enter')
    await expect(page.getByRole('banner').getByRole('button', { name: text })).toBeVisible()
    await expectHarmless(page, text)
  }
})

test('the names of files that are chosen, and of those that have to be chosen again', async ({ page, site }) => {
  const buffer = Buffer.from(await pngFile('a.png').arrayBuffer())
  for (const form of ['/category?add', '/Kamasutra?add']) {
    await page.goto(site.url + form)
    for (const name of HOSTILE_TEXTS) {
      await page.getByLabel('Photo').setInputFiles({ name, mimeType: 'image/png', buffer })
      await expect(page.getByRole('main').locator('bdi').getByText(name, { exact: true })).toBeVisible()
      await expectHarmless(page, name)
    }
  }
  for (const name of someTexts(4)) {
    await page.getByLabel('Photo').setInputFiles({ name, mimeType: 'image/png', buffer })
    await expect(page.getByRole('main').locator('bdi').getByText(name, { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText(/^Your unsaved changes/)).toContainText(name)
    await expectHarmless(page, name)
  }
})

test.describe('what a server hands over', () => {
  // An address that is none leads nowhere.
  test.use({ expectedErrors: /^Failed to load resource/ })

  const give = (page: Page, path: string, data: () => unknown) =>
    page.route(`**/api/admin/${path}`, (route) => route.fulfill({ json: { code: 200, message: '', data: data() } }))

  test('as roles of users', async ({ page, site }) => {
    const users = HOSTILE_TEXTS.map((text, index) => ({ id: index + 1, first_name: 'Uma', role: `role ${text}` }))
    await give(page, 'users?*', () => ({ users, total: users.length }))
    await page.goto(`${site.url}/User?range=all&${ALL}`)
    await expectAllShown(page)
  })

  test('as users whom the palette finds', async ({ page, site }) => {
    let name = ''
    await page.goto(`${site.url}/settings`)
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    await give(page, 'users?*', () => ({ users: [{ id: name, first_name: name, email: name }], total: 9 }))
    await page.keyboard.press('Control+k')
    for (name of HOSTILE_TEXTS) {
      await page.getByRole('combobox', { name: /^Search screens/ }).fill(name)
      await expect(page.getByRole('option').getByText(name, { exact: true })).toBeVisible()
      await expect(page.getByRole('option', { name: `All 9 users with “${name}”`, exact: true })).toBeVisible()
      await expectHarmless(page, name)
    }
  })

  test('as the e-mail address of the admin', async ({ page, site }) => {
    let email = ''
    await give(page, 'get-settings', () => ({ email, first_name: 'Ada', last_name: 'Admin', extensions: ['paging'] }))
    for (email of someTexts(3)) {
      await page.goto(`${site.url}/Myprofile`)
      await expect(page.getByLabel('Email')).toHaveValue(email)
      await page.getByRole('button', { name: 'Ada', exact: true }).click()
      await expect(page.getByRole('banner').getByText(email, { exact: true })).toBeVisible()
      await expectHarmless(page, email)
    }
  })

  test('as addresses of images', async ({ page, site }) => {
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
    await give(page, 'categories', () => categories)
    await give(page, 'subcategories', () => positions)
    await give(page, 'users?*', () => ({ users, total: users.length }))
    for (const path of ['category', 'Kamasutra', 'User?range=all&size=50']) {
      await page.goto(`${site.url}/${path.includes('?') ? path : `${path}?${ALL}`}`)
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

test.describe('what a server says', () => {
  test.use({ expectedErrors: /^Failed to load resource/ })

  test('of a list that it does not give', async ({ page, site }) => {
    const call = await Interference.of(page, 'listProducts')
    await refuseAll(page, call, {
      first: () => page.goto(`${site.url}/subscription`),
      again: () => page.getByRole('button', { name: 'Retry' }).click(),
    })
  })

  test('of a form that it refuses, and of its field', async ({ page, site }) => {
    const call = await Interference.of(page, 'createProduct')
    await page.goto(`${site.url}/subscription?add`)
    await page.getByLabel('Product ID').fill('app_gold')
    await page.getByLabel('Name').fill('Gold')
    await page.getByLabel('Price').fill('1')
    await refuseAll(page, call, { again: () => page.getByLabel('Price').press('Enter'), field: 'name' })
  })

  test('of a record that it does not delete', async ({ page, site }) => {
    await site.server.addUser({ first_name: 'Doomed' })
    const call = await Interference.of(page, 'deleteUser')
    await page.goto(`${site.url}/User`)
    await page.getByRole('button', { name: 'Delete Doomed' }).click()
    await refuseAll(page, call, { again: () => page.getByRole('button', { name: 'Delete user' }).click() })
  })
})

test.describe('signed out', () => {
  test.use({ expectedErrors: /^Failed to load resource/, signedIn: false })

  test('what a server says of a sign-in', async ({ page, site }) => {
    const call = await Interference.of(page, 'login')
    await page.goto(`${site.url}/signin`)
    await page.getByLabel('Email').fill('admin@example.com')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await refuseAll(page, call, { again: () => page.getByLabel('Email').press('Enter') })
  })

  test('an address that leads nowhere, and what an address is handed', async ({ page, site }) => {
    await page.goto(`${site.url}/nowhere`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const text of HOSTILE_TEXTS) {
      const path = `/${encodeURIComponent(text)}`
      await show(page, path, { text: path })
      await show(page, `/signin?returnTo=${path}#${path}`, { text: 'Welcome back.' })
    }
  })
})

interface Refusals {
  /** Makes the first call, where it is another act than the later ones. */
  first?: () => Promise<unknown>
  again: () => Promise<unknown>
  /** A field that is named, too. */
  field?: string
}

/** Has every text said by the server, as a message and of a field. */
async function refuseAll(page: Page, call: Interference, { first, again, field }: Refusals): Promise<void> {
  for (const [index, text] of HOSTILE_TEXTS.entries()) {
    call.fault = {
      name: text,
      says: { message: text },
      strike: (route) =>
        route.fulfill({
          status: 422,
          json: { code: 422, message: text, data: null, errors: field ? { [field]: text, unknown: text } : undefined },
        }),
    }
    await (index === 0 && first ? first() : again())
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
    await expectHarmless(page, text)
  }
}

/** Adds a record of every text, and answers their ids. */
async function addAll(
  site: Site,
  path: string,
  valuesOf: (text: string) => Record<string, string | number | File>,
): Promise<[text: string, id: number][]> {
  const ids: [string, number][] = []
  for (const text of HOSTILE_TEXTS) ids.push([text, await add(site, path, valuesOf(text))])
  return ids
}

interface Deletions {
  nameOf?: (text: string) => string
  every?: number
}

/** The first of every so many texts, for what takes long. */
const someTexts = (every: number) => HOSTILE_TEXTS.filter((_, index) => index % every === 0)

/** Deletes what bears a text; question and toast name it. */
async function deleteAll(page: Page, { nameOf = String, every = 1 }: Deletions = {}): Promise<void> {
  await expectAllShown(page)
  for (const text of someTexts(every)) {
    const name = nameOf(text)
    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).dispatchEvent('click')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText(name)
    await expectHarmless(page, text)
    await dialog.getByRole('button', { name: /^Delete/ }).dispatchEvent('click')
    await expect(page.getByText(`${name} was deleted.`, { exact: true }).first()).toBeAttached()
    await expect(dialog).toBeHidden()
  }
  await expectHarmless(page, 'all deleted')
}

/** Waits until every text stands on the page, to the letter. */
async function expectAllShown(page: Page): Promise<void> {
  const missing = async () => {
    const shown = await page.locator('main').locator('table, article').allTextContents()
    return HOSTILE_TEXTS.filter((text) => !shown.some((one) => one.includes(text)))
  }
  await expect.poll(missing).toEqual([])
  await expectHarmless(page, 'all shown')
}

/** Goes to a path without loading the page anew, and waits for a text or for fields that hold these values. */
async function show(
  page: Page,
  path: string,
  { text, values = [] }: { text?: string; values?: string[] },
): Promise<void> {
  const isShown = await page.evaluate(
    async ({ path: to, wantedText, wantedValues }) => {
      history.pushState({}, '', to)
      window.dispatchEvent(new PopStateEvent('popstate'))
      const holds = () => {
        const fields = [...document.querySelectorAll<HTMLInputElement>('main input, main textarea')]
        const held = fields.filter(({ value }) => wantedValues.includes(value)).length
        const said = wantedText === undefined || document.body.textContent.includes(wantedText)
        return said && held >= wantedValues.length
      }
      for (const end = performance.now() + 5000; performance.now() < end && !holds();) {
        await new Promise((resolve) => {
          setTimeout(resolve, 4)
        })
      }
      return holds()
    },
    { path, wantedText: text, wantedValues: values },
  )
  expect(isShown, path).toBe(true)
  await expectHarmless(page, path)
}

/** What no screen of the console has: parts that only a text drawn as markup brings. */
const FOREIGN = [
  'script:not([src])',
  'style',
  'iframe, object, embed, base, video, audio, marquee, math, details, form[action], meta[http-equiv]',
  '[onerror], [onload], [onfocus], [onmouseover], [ontoggle], [onbegin], [onstart]',
  '[src*="exfil"], [href*="exfil"], [href^="javascript:"], [href^="data:"]',
].join()

async function expectHarmless(page: Page, what: string): Promise<void> {
  const found = await page.evaluate(
    (foreign) => ({
      stolen: localStorage.getItem('stolen'),
      foreign: [...document.querySelectorAll(foreign)].map(({ outerHTML }) => outerHTML),
    }),
    FOREIGN,
  )
  expect(found, what).toEqual({ stolen: null, foreign: [] })
}
