import { expect, submitSignIn, test } from './support/site.ts'

test('a forgotten password is reset with the code from the mail', async ({ page, site }) => {
  const { admin } = site.server
  await page.goto(`${site.url}/signin`)
  await page.getByRole('link', { name: 'forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await page.getByLabel('Email').fill(admin.email)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Resend New Code in 5\d s$/ })).toBeDisabled()

  const mail = (await site.server.sendDueMails()).find(({ to }) => to === admin.email)
  const code = /^ {4}(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? ''
  await page.getByLabel('One-time code').fill(code)

  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Password must be at least 6 characters long.')).toBeVisible()
  await page.getByLabel('New password').fill('a new horse and battery')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByLabel('New password')).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Your password has been changed.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('resetToken'))).toBeNull()

  await expect(page).toHaveURL(`${site.url}/signin`)
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill('a new horse and battery')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test.describe('signed in', () => {
  test.use({ signedIn: true, expectedErrors: /^Failed to load resource.*401|^The settings could not be loaded\./ })

  test('the profile requires its fields, Cancel restores them, and the top bar shows a saved name', async ({
    page,
    site,
  }) => {
    await page.goto(`${site.url}/dashboard`)
    await page.getByRole('button', { name: 'Ada', exact: true }).click()
    await page.getByRole('menuitem', { name: 'My Profile' }).click()
    await page.getByLabel('First Name').fill('')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Please fill in all required fields')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
    await page.getByLabel('First Name').fill('Adele')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Profile updated successfully!').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Adele', exact: true })).toBeVisible()
  })

  test(
    'a session that ends in one tab ends in all, and begins again in each',
    { tag: '@stress' },
    async ({ page, context, site }) => {
      const other = await context.newPage()
      await page.goto(`${site.url}/category?add`)
      // The session stored no email, which drafts need and the server adds.
      await expect(page.getByRole('button', { name: 'Ada', exact: true })).toBeVisible()
      await page.getByLabel('Category Name').fill('Half a na')
      await other.goto(`${site.url}/User?range=all`)
      await expect(other.getByText('Showing 12 out of 44')).toBeVisible()

      await other.evaluate(() => localStorage.setItem('authToken', 'a token that has run out'))
      await expect(other.getByText('Your session has ended.')).toBeVisible()
      await expect(page.getByText('Your session has ended.')).toBeVisible()
      await submitSignIn(page, site)
      await expect(page.getByLabel('Category Name')).toHaveValue('Half a na')
      await page.getByLabel('Category Name').fill('Half a name')

      await other.goto(`${site.url}/dashboard`)
      await other.getByRole('button', { name: 'Ada', exact: true }).click()
      await other.getByRole('menuitem', { name: 'Logout' }).click()
      await expect(other).toHaveURL(`${site.url}/signin`)
      await expect(page).toHaveURL(`${site.url}/signin`)
      await submitSignIn(page, site)
      await expect(page).toHaveURL(`${site.url}/dashboard`)
      await page.goto(`${site.url}/category?add`)
      // A logout deletes the drafts of all tabs.
      await expect(page.getByLabel('Category Name')).toHaveValue('')
    },
  )
})
