import { Buffer } from 'node:buffer'
import { readFile, writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { pngFile } from '../src/testing/image-files.ts'
import { add } from './support/records.ts'
import { expect, test } from './support/site.ts'

const HOSTILE = '<img src=x onerror="document.title=1">'

async function picture(name: string, seed = 1) {
  const file = pngFile(name, { width: 64, height: 48, seed })
  return { name, mimeType: file.type, buffer: Buffer.from(await file.arrayBuffer()) }
}

const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })
const choosePhoto = async (page: Page, seed?: number) =>
  page.getByLabel('Photo').setInputFiles(await picture('photo.png', seed))

/** Drops a file with the real mouse, because a file input ignores events dispatched by a script. */
async function dropFile(page: Page, onto: Locator, file: string) {
  const { x, y, width, height } = (await onto.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const browser = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', {
      type,
      x: x + width / 2,
      y: y + height / 2,
      data: { items: [], files: [file], dragOperationsMask: 1 },
    })
  }
  await browser.detach()
}

async function addCategory(page: Page, name: string, seed?: number) {
  await page.getByRole('button', { name: 'Add Category' }).first().click()
  await choosePhoto(page, seed)
  await page.getByLabel('Category Name').fill(name)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(card(page, name)).toBeVisible()
}

async function confirmDelete(page: Page, question: string, button: string) {
  const dialog = page.getByRole('alertdialog', { name: question })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: button }).click()
  await expect(dialog).toBeHidden()
}

test('categories: add, show the picture, edit, delete', async ({ page, signIn, site }) => {
  await signIn()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Category' }).click()
  await expect(page.getByText('No categories available. Add one!')).toBeVisible()

  await addCategory(page, HOSTILE, 1)
  await addCategory(page, 'Trust', 2)
  await expect(page.getByRole('article').first()).toContainText('Trust')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('Showing 2 out of 2')).toBeVisible()
  const drawn = await card(page, 'Trust')
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))
  expect(drawn).toBe(64)

  // The whole card is a link.
  await card(page, HOSTILE).click({ position: { x: 100, y: 100 } })
  await expect(page.getByLabel('Category Name')).toHaveValue(HOSTILE)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await card(page, HOSTILE).getByRole('link', { name: /^Edit/ }).press('Enter')
  await page.getByLabel('Category Name').fill('Play')
  await page.getByRole('button', { name: 'Update Category' }).click()
  await expect(page.getByRole('article').nth(1)).toContainText('Play')
  await expect(page).toHaveURL(`${site.url}/category`)

  await page.getByRole('button', { name: 'Delete Trust' }).click()
  await confirmDelete(page, 'Are you sure you want to delete this category?', 'Delete category')
  await expect(page.getByText('Showing 1 out of 1')).toBeVisible()
})

test('deleted records are restored by Undo and from the trash @reference', async ({ page, signIn, site }) => {
  await signIn()
  await page.goto(`${site.url}/category`)
  await addCategory(page, 'Trust', 1)
  const question = 'Are you sure you want to delete this category?'
  await page.getByRole('button', { name: 'Delete Trust' }).click()
  await confirmDelete(page, question, 'Delete category')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card(page, 'Trust').locator('img')).toBeVisible()

  await page.getByRole('button', { name: 'Delete Trust' }).click()
  await confirmDelete(page, question, 'Delete category')
  await page.reload()
  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByRole('button', { name: 'Restore Trust' }).click()
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('region', { name: 'Today' }).getByRole('listitem').first()).toContainText(
    'restored the category',
  )
})

test('positions: add, filter, edit, delete', async ({ page, signIn, site }) => {
  await signIn()
  await page.goto(`${site.url}/category`)
  await addCategory(page, 'Trust', 1)
  await addCategory(page, 'Play', 2)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Positions' }).click()
  await expect(page.getByText('No positions available.')).toBeVisible()

  await page.getByRole('button', { name: 'Add Position' }).first().click()
  await choosePhoto(page, 3)
  await page.getByLabel('Position Name').fill('Side by Side')
  await page.getByLabel('Category').selectOption('Trust')
  await page.getByLabel('Benefits').fill(`${HOSTILE} `.repeat(30))
  await page.getByLabel('Safety Tips').fill('Careful')
  // The toast of the previous save must not cover the button.
  await page.getByRole('button', { name: 'Submit' }).click({ timeout: 2000 })
  const benefits = card(page, 'Side by Side').getByText(HOSTILE)
  const lines = await benefits.evaluate(
    (text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight),
  )
  expect(Math.round(lines)).toBe(2)

  await page.getByRole('button', { name: 'All Category' }).click()
  await page.getByRole('option', { name: 'Play 0' }).click()
  await expect(page.getByText('No positions found matching your search.')).toBeVisible()
  await page.getByRole('option', { name: 'Play 0' }).click()
  await page.keyboard.press('Escape')
  await card(page, 'Side by Side').click()
  // Waits for the form, because the list has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Edit Position' })).toBeVisible()
  await page.getByLabel('Category').selectOption('Play')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(card(page, 'Side by Side')).toContainText('Play')

  await page.getByRole('button', { name: 'Delete Side by Side' }).click()
  await confirmDelete(page, 'Are you sure you want to delete this position?', 'Delete position')
  await expect(page.getByText('No positions available.')).toBeVisible()
})

test('subscriptions: add, edit by hover and by keyboard, delete', async ({ page, signIn, site }) => {
  await signIn()
  await page.goto(`${site.url}/subscription?view=cards`)
  await page.getByRole('button', { name: 'Add Subscription' }).first().click()
  await page.getByLabel('Product ID').fill('app_gold')
  await page.getByLabel('Name').fill(HOSTILE)
  await page.getByLabel('Price').fill('9.99')
  await page.getByLabel(/Trial/).fill('5')
  await expect(page.getByText(/App Store: a free trial lasts/)).toBeVisible()
  await page.getByLabel(/Trial/).fill('2')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Cards', { exact: true }).click()
  await expect(card(page, HOSTILE)).toContainText('€9.99')

  const edit = page.getByRole('link', { name: /^Edit/ })
  await page.getByRole('heading', { level: 1 }).hover()
  await edit.blur()
  await expect(edit.locator('..')).toHaveCSS('opacity', '0')
  await card(page, HOSTILE).hover()
  await expect(edit.locator('..')).toHaveCSS('opacity', '1')
  await page.getByRole('heading', { level: 1 }).hover()
  await edit.focus()
  await expect(edit.locator('..')).toHaveCSS('opacity', '1')
  await page.keyboard.press('Enter')
  await page.getByLabel('Name').fill('Gold')
  await page.getByLabel('Name').press('Enter')
  await expect(card(page, 'Gold')).toContainText('Trial days2')

  await page.getByRole('button', { name: 'Delete Gold' }).click()
  await confirmDelete(page, 'Are you sure you want to delete this subscription?', 'Delete subscription')
  await expect(page.getByText('No subscription plans available.')).toBeVisible()
})

test(
  'a photo is dropped on its field, and a file that is dropped beside it does not replace the page',
  { tag: '@stress' },
  async ({ page, signIn, site }, testInfo) => {
    await signIn()
    await page.goto(`${site.url}/category?add`)
    await page.getByLabel('Category Name').fill('Trust')
    const file = testInfo.outputPath('dropped.png')
    await writeFile(file, (await picture('dropped.png')).buffer)
    await dropFile(page, page.getByRole('heading', { level: 1 }), file)
    await expect(page.getByText('dropped.png')).toBeHidden()
    await dropFile(page, page.getByText('Or drop or paste it here.'), file)
    await expect(page.getByText('dropped.png')).toBeVisible()
    const preview = page.getByRole('img', { name: 'The chosen image' })
    await expect(preview).toHaveAttribute('src', /^blob:/)
    await expect(preview).toHaveJSProperty('naturalWidth', 64)
    await expect(page.getByLabel('Category Name')).toHaveValue('Trust')
  },
)

test('a photo is cropped to the shape of the card by keyboard', { tag: '@stress' }, async ({ page, signIn, site }) => {
  await signIn()
  await page.goto(`${site.url}/category?add`)
  const wide = Buffer.from(await pngFile('wide.png', { width: 90, height: 30 }).arrayBuffer())
  await page.getByLabel('Photo').setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer: wide })
  await page.getByRole('button', { name: 'Crop' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Crop the image' })
  const frame = dialog.getByRole('group', { name: /arrow keys/ })
  await frame.focus()
  const before = await frame.boundingBox()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await frame.boundingBox())?.x).toBeGreaterThan(before?.x ?? Infinity)
  await dialog.getByRole('button', { name: 'Crop', exact: true }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('40 × 30')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Crop' })).toBeFocused()
})

test(
  'a photo above the limit is cropped to one that is accepted',
  { tag: '@stress' },
  async ({ page, signIn, site }) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const photo = sharp({ create: { width: 3200, height: 2400, channels: 3, background: 'grey', noise } })
    const buffer = await photo.jpeg({ quality: 100 }).toBuffer()
    await signIn()
    await page.goto(`${site.url}/category?add`)
    await page.getByLabel('Photo').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
    await expect(page.getByText(/^The image can be at most 5 MiB; .* Crop it to make it smaller\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Crop' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Crop the image' })
    await expect(dialog.getByText('4:3 · 3200 × 2400')).toBeVisible()
    await dialog.getByRole('button', { name: 'Crop', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(/at most 5 MiB;/)).toBeHidden()
    await page.getByLabel('Category Name').fill('Trust')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(card(page, 'Trust')).toBeVisible()
  },
)

test.describe('drafts', () => {
  test('a reload asks about a chosen image, and keeps what was typed as a draft', async ({ page, signIn, site }) => {
    await signIn()
    await page.goto(`${site.url}/Kamasutra?add`)
    await choosePhoto(page)
    await page.getByLabel('Position Name').fill('Half a na')
    await page.getByLabel('Tips', { exact: true }).fill('Two\nlines')
    const asked = page.waitForEvent('dialog')
    const reloaded = page.reload()
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await reloaded

    await expect(page.getByLabel('Position Name')).toHaveValue('Half a na')
    await expect(page.getByLabel('Tips', { exact: true })).toHaveValue('Two\nlines')
    await expect(page.getByText('Choose the image again: photo.png')).toBeVisible()
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await expect(page.getByLabel('Position Name')).toHaveValue('')
    await page.reload()
    await expect(page.getByLabel('Position Name')).toHaveValue('')
  })
})

test.describe('without a mouse', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('a card has its actions in a menu', { tag: '@stress' }, async ({ page, signIn, site }) => {
    await add(site, 'category', { category_name: 'Trust', category_image: pngFile('a.png') })
    await signIn()
    await page.goto(`${site.url}/category`)
    await page.getByRole('button', { name: 'Actions for Trust' }).tap()
    await page.getByRole('menuitem', { name: 'Delete' }).tap()
    await confirmDelete(page, 'Are you sure you want to delete this category?', 'Delete category')
    await expect(page.getByText('No categories available. Add one!')).toBeVisible()
  })
})

test(
  'a form opens at its top, and Cancel returns to the scroll position of the list',
  { tag: '@stress' },
  async ({ page, signIn, site }) => {
    const data = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, category_name: `Category ${index + 1}` }))
    await page.route('**/api/admin/categories', (route) => route.fulfill({ json: { code: 200, message: '', data } }))
    await signIn()
    await page.goto(`${site.url}/category?size=50`)
    await page.getByRole('link', { name: 'Edit Category 30' }).scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate(() => window.scrollY)
    expect(scrolled).toBeGreaterThan(500)
    await page.getByRole('link', { name: 'Edit Category 30' }).click()
    await expect(page.getByLabel('Category Name')).toBeVisible()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('link', { name: 'Edit Category 30' })).toBeFocused()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
    await expect(page).toHaveURL(`${site.url}/category?size=50`)
  },
)

test('a tall picture is cropped to the shape of the others', { tag: '@stress' }, async ({ page, signIn, site }) => {
  const tall = pngFile('tall.png', { width: 60, height: 400 })
  await add(site, 'category', { category_name: 'Tall', category_image: tall })
  await signIn()
  await page.goto(`${site.url}/category`)
  const image = card(page, 'Tall').locator('img')
  await expect(image).toHaveJSProperty('complete', true)
  const { width, height } = (await image.boundingBox()) ?? { width: 0, height: 0 }
  expect(width / height).toBeCloseTo(4 / 3, 1)
})

test('imports a chosen file with its image, and downloads the rejected rows', async ({ page, signIn, site }) => {
  await signIn()
  await page.goto(`${site.url}/import`)
  const yaml = `categories:
  - category_name: Trust
    category_image: images/trust.png
positions:
  - category: Nowhere
    subcategory_name: Lost
    sub_cat_image: images/trust.png
`
  await page
    .getByLabel('Files to import')
    .setInputFiles([
      { name: 'catalogue.yaml', mimeType: 'application/yaml', buffer: Buffer.from(yaml) },
      await picture('trust.png', 1),
    ])
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('1 with problems, 1 created')).toBeAttached()
  const [rejected] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download these rows' }).click(),
  ])
  expect(rejected.suggestedFilename()).toBe('rejected.yaml')
  expect(await readFile(await rejected.path(), 'utf8')).toContain('category: Nowhere')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Category' }).click()
  await expect(card(page, 'Trust').locator('img')).toHaveJSProperty('complete', true)
})
