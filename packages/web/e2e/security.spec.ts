import { codeAt } from '../src/testing/two-factor.ts'
import { expect, submitSignIn, test } from './support/site.ts'

test.use({ expectedErrors: /^Failed to load resource.*403/ })

test('two-factor authentication is set up and asked for, and the session elsewhere is ended', async ({
  page,
  site,
  signIn,
}) => {
  await signIn()
  await page.goto(`${site.url}/Myprofile`)
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = (await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '')
  await page.getByLabel('First code of the app').pressSequentially(codeAt(secret, Date.now()))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCode = await codes.first().innerText()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading')).toHaveCount(0)
  await expect(codes.last()).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

  await page.getByRole('button', { name: 'Ada', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await submitSignIn(page, site)
  // Each code works once, so this is the code of the next 30 seconds.
  await page.getByLabel('Code').pressSequentially(codeAt(secret, Date.now() + 30_000))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  const elsewhere = await page.context().browser()?.newContext()
  const other = await elsewhere?.newPage()
  if (!elsewhere || !other) throw new Error('The browser opens no second context.')
  await other.goto(`${site.url}/signin`)
  await submitSignIn(other, site)
  await other.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await other.getByLabel('Recovery code').fill(recoveryCode)
  await other.keyboard.press('Enter')
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await page.goto(`${site.url}/Myprofile`)
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible()
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await expect(page.getByText('You have no other sessions.')).toBeVisible()
  await other.reload()
  await expect(other.getByText('Your session has ended.')).toBeVisible()
  await elsewhere.close()

  await page.getByRole('button', { name: 'New recovery codes' }).press('Enter')
  await page.getByRole('button', { name: 'Replace codes' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Save these codes now' })).toBeFocused()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Turn off' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Two-factor authentication' })).toBeFocused()
})
