import { expect, test } from './support/site.ts'

test.use({ signedIn: true })

test('an unknown path shows the not-found page, with links to other screens', async ({ page, site }) => {
  await page.goto(`${site.url}/nowhere/at/all`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByText('/nowhere/at/all')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.goto(`${site.url}/nowhere`)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: /^Failed to load resource|^The settings could not be loaded\./ })

  test('offers no deletion of a user', async ({ page, context, site }) => {
    await page.goto(`${site.url}/User?range=all`)
    const deletion = page.getByRole('button', { name: /^Delete / }).nth(1)
    await expect(deletion).toBeEnabled()
    await context.setOffline(true)
    await expect(deletion).toBeDisabled()
  })

  test('shows a banner, keeps the form, and saves it once the connection is back', async ({ page, context, site }) => {
    await page.goto(`${site.url}/subscription?add`)
    await page.getByLabel('Product ID').fill('app_gold')
    await page.getByLabel('Name').fill('Gold')
    await page.getByLabel('Price').fill('1')
    await context.setOffline(true)
    const banner = page.getByText('No connection.')
    await expect(banner).toBeVisible()
    await page.getByRole('button', { name: 'Submit' }).click()
    const error = page.getByText('An error occurred while saving subscription. The browser is offline.')
    await expect(error).toBeVisible()
    await context.setOffline(false)
    await expect(banner).toBeHidden()
    await expect(error).toBeHidden()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('row', { name: /Gold/ })).toBeVisible()
  })
})

test.describe('a screen whose code cannot be loaded', () => {
  test.use({ expectedErrors: /^Failed to load resource|^A screen has failed\./ })

  test('offers to reload, which keeps what was typed', { tag: '@stress' }, async ({ page, site }) => {
    await page.goto(`${site.url}/subscription?add`)
    await expect(page.getByRole('button', { name: 'Ada', exact: true })).toBeVisible()
    await page.getByLabel('Name').fill('Gold')
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await page.getByRole('link', { name: 'Category' }).click()
    await expect(page.getByRole('heading', { name: 'This screen could not be shown' })).toBeVisible()
    await expect(page.getByRole('main')).toHaveCount(1)
    await page.unroute('**/assets/*.js')
    await page.getByRole('main').getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { name: 'Categories' })).toBeVisible()
    await page.goto(`${site.url}/subscription?add`)
    await expect(page.getByLabel('Name')).toHaveValue('Gold')
  })
})
