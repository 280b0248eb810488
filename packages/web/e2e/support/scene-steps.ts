import { Buffer } from 'node:buffer'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { pngFile } from '../../src/testing/image-files.ts'

export type Step = (page: Page) => Promise<unknown>

type Role = Parameters<Page['getByRole']>[0]
type Name = string | RegExp

export const button = (scope: Page | Locator, name: Name) => scope.getByRole('button', { name, exact: true }).first()

export const shownText = (text: Name) => (page: Page) => page.getByText(text).first().waitFor()

export const labelled = (label: string) => (page: Page) => page.getByLabel(label).waitFor()

export const shown = (role: Role, name: Name) => (page: Page) => page.getByRole(role, { name }).first().waitFor()

export const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()

export const click = (role: Role, name: Name) => (page: Page) => page.getByRole(role, { name }).first().click()

export const clickButton = (name: Name, within?: Role) => (page: Page) =>
  button(within === undefined ? page : page.getByRole(within), name).click()

/** Presses a button that narrow windows may lack. */
export const pressOr = (name: Name, otherwise?: Step) => async (page: Page) =>
  (await button(page, name).isVisible()) ? button(page, name).click() : otherwise?.(page)

const checkboxes = (page: Page, name: Name) => page.getByRole('checkbox', { name })

export const check = (name: Name) => (page: Page) => checkboxes(page, name).first().check()

/** Selects one of the records that can be: an admin's own account cannot. */
export const select = (nth: number) => (page: Page) =>
  page
    .getByRole('checkbox', { name: /^Select /, disabled: false })
    .nth(nth)
    .check()

export const fill = (label: Name, text: string) => (page: Page) => page.getByLabel(label, { exact: true }).fill(text)

export const printed = (page: Page) => page.emulateMedia({ media: 'print' })

export const pressKey = (keys: string) => (page: Page) => page.keyboard.press(keys)

export const search = (text: string) => async (page: Page) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search screens/ }).fill(text)
}

export const keepOwn = (field: string) => (page: Page) =>
  page.getByRole('group', { name: field }).getByRole('radio', { name: 'Yours' }).check()

/** Chooses a landscape as the image of a form. */
export const choosePhoto = (width: number, height: number) => async (page: Page) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" preserveAspectRatio="xMidYMid slice"
    width="${width}" height="${height}">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#4b3a86"/><stop offset=".6" stop-color="#f08a74"/><stop offset="1" stop-color="#f9d9a8"/>
    </linearGradient></defs>
    <rect width="600" height="600" fill="url(#sky)"/><circle cx="410" cy="330" r="58" fill="#ffe9c4"/>
    <path d="M0 420q150-110 300-20t300-40v240H0z" fill="#6b4a8f"/>
    <path d="M0 500q180-90 330-10t270-30v140H0z" fill="#3d2c63"/></svg>`
  const buffer = await sharp(Buffer.from(svg)).png().toBuffer()
  await page.getByLabel('Photo').setInputFiles({ name: 'evening.png', mimeType: 'image/png', buffer })
}

/** Deletes a user other than the admin. Phones have the button in the details only. */
export async function deleteMember(page: Page): Promise<void> {
  const row = page.getByRole('row', { name: /@example\.(?:net|org)/ }).first()
  const inRow = row.getByRole('button', { name: /^Delete / })
  if (await inRow.isVisible()) return inRow.click()
  await row.click()
  await page.getByRole('button', { name: 'Delete user' }).click()
}

/** Chooses a file with new, changed, unchanged and invalid rows. */
export async function chooseCatalogue(page: Page): Promise<void> {
  const products = [
    'product_id,name,price,currency,billing_cycle,trial_period_days',
    '"rapport.basic.monthly","Basic, monthly",9.99,EUR,monthly,14',
    '"rapport.pro.monthly","Pro, monthly",14.99,EUR,monthly,',
    'rapport.weekly,Weekly,2.99 EUR,EUR,weekly,0',
    'rapport.family.yearly,Family for a year,119.9,CHF,yearly,14',
    'rapport.student.monthly,Students,4.99,EUR,monthly,7',
  ]
  const positions = `positions:
  - category: Listening Well
    subcategory_name: A Letter of Thanks
    benefits: You say what is easily left out.
    tips: |
      Begin with one evening.
      Write by hand.
    sub_cat_image: images/letter.png
`
  const image = pngFile('letter.png', { width: 640, height: 480, seed: 7 })
  await page.getByLabel('Files to import').setInputFiles([
    { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(products.join('\n')) },
    { name: 'positions.yaml', mimeType: 'application/yaml', buffer: Buffer.from(positions) },
    { name: image.name, mimeType: image.type, buffer: Buffer.from(await image.arrayBuffer()) },
  ])
  await page.getByRole('radio', { name: 'Problems 2' }).waitFor()
}

export async function deleteFromMenu(page: Page): Promise<void> {
  await clickButton(/^Actions for/)(page)
  await click('menuitem', 'Delete')(page)
}

export async function deleteNotifications(page: Page): Promise<void> {
  const left = page.getByRole('listitem').getByRole('button', { name: 'Delete' })
  await left.first().waitFor()
  for (let count = await left.count(); count > 0; count -= 1) {
    await left.first().click()
    await clickButton('Delete notification', 'alertdialog')(page)
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  }
}
