import type { Page } from '@playwright/test'
import { expect, test } from '../site.ts'

test.use({ signedIn: true })

/** Makes dialogs take their time to fade, for something to happen meanwhile. */
const fadeSlowly = (page: Page) => page.evaluate(() => document.documentElement.style.setProperty('--motion', '60s'))

test('going back while the question is still fading asks again', async ({ page, site }) => {
  await page.goto(`${site.url}/category`)
  await page.getByRole('link', { name: 'Subscription' }).click()
  await page.getByRole('button', { name: 'Add Subscription' }).first().click()
  await page.getByLabel('Product ID').fill('app_gold')
  await page.goBack()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
  await fadeSlowly(page)
  await page.keyboard.press('Enter')
  await expect(question).toHaveAttribute('data-ending-style')

  // What fades is no longer an answer.
  await question.getByRole('button', { name: 'Discard' }).dispatchEvent('click')
  await expect(page.getByLabel('Product ID')).toHaveValue('app_gold')
  expect(new URL(page.url()).search).toBe('?add')

  await page.goBack()
  await expect(question).not.toHaveAttribute('data-ending-style')
  await question.getByRole('button', { name: 'Leave, keep draft' }).dispatchEvent('click')
  await expect(page).toHaveURL(`${site.url}/subscription`)
})

test('nothing holds an admin back who leaves once all are deleted', async ({ page, site }) => {
  await page.goto(`${site.url}/User?range=all`)
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(page).toHaveURL(/sort=name/)
  for (const name of ['Member 01', 'Member 02']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Delete 2 users' }).click()
  const dialog = page.getByRole('alertdialog')
  await fadeSlowly(page)
  await dialog.getByRole('button', { name: 'Delete 2 users' }).dispatchEvent('click')
  await expect(dialog).toHaveAttribute('data-ending-style')
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(`${site.url}/User?range=all`)
})
