import type { Locator, Page } from '@playwright/test'
import { expect, test, type Site } from '../support/site.ts'

/** Returns true if a click on the middle of a control would hit it. */
const canBeHit = (control: Locator) =>
  control.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

const scrollToEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))

async function addProduct(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/subscription?add`)
  await page.getByLabel('Product ID').fill('app_gold')
  await page.getByRole('textbox', { name: 'Name' }).fill('Gold')
  await page.getByLabel('Price').fill('9.99')
  await page.getByLabel('Price').press('Enter')
  await expect(page.getByRole('row', { name: /Gold/ })).toBeVisible()
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the error above the form is visible together with the first invalid field', async ({ page, signIn, site }) => {
    await signIn()
    await page.goto(`${site.url}/subscription?add`)
    await page.getByLabel('Product ID').fill('Gold Plan')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeInViewport({ ratio: 1 })
    const complaint = page.getByText('Please fill in all required fields.')
    await expect(complaint).toBeInViewport({ ratio: 1 })
    expect(await canBeHit(complaint)).toBe(true)
  })

  test('a toast covers neither the back button nor the buttons of a form', async ({ page, signIn, site }) => {
    await signIn()
    await addProduct(page, site)
    await page.getByRole('button', { name: 'Add Subscription' }).click()
    const toast = page.getByRole('dialog').filter({ hasText: 'Gold was added.' })
    await expect(page.getByRole('heading', { name: 'Add Subscription' })).toBeVisible()
    await expect(toast).toBeVisible()
    expect(await canBeHit(page.getByRole('button', { name: 'Back to Subscription Plans' }))).toBe(true)

    await page.goto(`${site.url}/settings`)
    const save = page.getByRole('button', { name: 'Save Changes' })
    await save.click()
    await expect(page.getByRole('dialog').filter({ hasText: 'Settings saved.' })).toBeVisible()
    await scrollToEnd(page)
    expect(await canBeHit(save)).toBe(true)
  })

  test('a toast does not cover the actions for the selected users', async ({ page, signIn, site }) => {
    await page.setViewportSize({ width: 768, height: 844 })
    await signIn()
    await page.goto(`${site.url}/User?range=all`)
    await page.getByRole('checkbox', { name: 'Select Member 01', exact: true }).check()
    await page.getByRole('button', { name: 'Delete Member 02', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click()
    await expect(page.getByRole('dialog').filter({ hasText: 'Member 02 was deleted.' })).toBeVisible()
    const bar = page.getByRole('group', { name: 'Selected users' })
    for (const button of await bar.getByRole('button').all()) expect(await canBeHit(button)).toBe(true)
  })
})

for (const [width, height] of [
  [320, 640],
  [390, 844],
  [844, 390],
  [1440, 900],
] as const) {
  test(`the bar of the selected users stays visible and covers no focused control, ${width} by ${height} px`, async ({
    page,
    signIn,
    site,
  }) => {
    await page.setViewportSize({ width, height })
    await signIn()
    await page.goto(`${site.url}/User?range=all&size=50`)
    await page.getByRole('checkbox', { name: 'Select Member 01', exact: true }).check()
    const bar = page.getByRole('group', { name: 'Selected users' })
    await scrollToEnd(page)
    await expect(page.getByText('Showing 44 out of 44')).toBeInViewport()
    for (const button of await bar.getByRole('button').all()) expect(await canBeHit(button)).toBe(true)

    const rows = page.getByRole('checkbox', { name: /^Select Member/ })
    for (const [from, key] of [
      [rows.last(), 'Shift+Tab'],
      [rows.first(), 'Tab'],
    ] as const) {
      await from.focus()
      for (let pressed = 0; pressed < 40; pressed += 1) {
        const focused = page.locator(':focus')
        expect(await canBeHit(focused), `${key} ${pressed}: ${await focused.getAttribute('aria-label')}`).toBe(true)
        await page.keyboard.press(key)
      }
    }
  })
}

for (const [width, height] of [
  [320, 640],
  [844, 390],
  [1440, 700],
] as const) {
  test(`the bar of a form stays visible and covers no focused field, ${width} by ${height} px`, async ({
    page,
    signIn,
    site,
  }) => {
    await page.setViewportSize({ width, height })
    await signIn()
    await page.goto(`${site.url}/Kamasutra?add`)
    const submit = page.getByRole('button', { name: 'Submit' })
    await expect(submit).toBeInViewport({ ratio: 1 })
    for (const [from, key] of [
      [page.getByRole('button', { name: 'Back' }), 'Tab'],
      [submit, 'Shift+Tab'],
    ] as const) {
      await from.focus()
      for (let pressed = 0; pressed < 9; pressed += 1) {
        expect(await canBeHit(page.locator(':focus')), `${key} ${pressed}`).toBe(true)
        await page.keyboard.press(key)
      }
    }
  })
}

for (const [width, height] of [
  [844, 390],
  [1024, 600],
] as const) {
  test(`after a refused form the first invalid field is visible, ${width} by ${height} px`, async ({
    page,
    signIn,
    site,
  }) => {
    await page.setViewportSize({ width, height })
    await signIn()
    await page.goto(`${site.url}/subscription?add`)
    await page.getByLabel('Product ID').fill('Gold Plan')
    await page.getByRole('button', { name: 'Submit' }).click()
    const field = page.getByRole('textbox', { name: 'Name' })
    await expect(field).toBeFocused()
    await expect.poll(() => canBeHit(field)).toBe(true)
    await expect.poll(() => canBeHit(page.getByText('Name is required.'))).toBe(true)
  })
}

test('in a wide window the details of a user move no row and do not cover the top bar', async ({
  page,
  signIn,
  site,
}) => {
  await signIn()
  await page.goto(`${site.url}/User?range=all`)
  const row = page.getByRole('row', { name: /Member 01/ })
  const before = await row.boundingBox()
  await row.click()
  const details = page.getByRole('dialog', { name: 'Details of Member 01' })
  await expect(details).toBeVisible()
  expect(await row.boundingBox()).toEqual(before)
  const top = page.getByRole('banner')
  for (const control of await top.getByRole('button').or(top.getByRole('link')).all()) {
    expect(await canBeHit(control)).toBe(true)
  }
})

test('a toast does not cover the buttons of a confirmation in a low window', async ({ page, signIn, site }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await signIn()
  await page.goto(`${site.url}/User?range=all&size=24`)
  await page.getByRole('button', { name: 'Delete Member 01', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click()
  const toast = page.getByRole('dialog').filter({ hasText: 'Member 01 was deleted.' })
  await expect(toast).toBeAttached()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: /^Delete \d+ users$/ }).click()
  const question = page.getByRole('alertdialog')
  const word = question.getByLabel('Type DELETE to confirm')
  await expect(word).toBeFocused()
  await word.fill('DELETE')
  for (const button of await question.getByRole('button').all()) expect(await canBeHit(button)).toBe(true)
  expect(await canBeHit(word)).toBe(true)
  await expect(toast).toBeAttached()
})

test('the bar of the selected users scrolls with the page in a tiny window', async ({ page, signIn, site }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await signIn()
  await page.goto(`${site.url}/User?range=all`)
  await page.getByRole('checkbox', { name: 'Select Member 01', exact: true }).check()
  const bar = page.getByRole('group', { name: 'Selected users' })
  await expect(bar).not.toBeInViewport()
  await bar.getByRole('button', { name: 'Delete 1 user' }).focus()
  expect(await canBeHit(page.locator(':focus'))).toBe(true)
})
