import { expect, test } from './site.ts'

test.use({ signedIn: true })

test('routes are found in any letter case', async ({ page, site }) => {
  const headings = {
    '/USER': 'Users',
    '/kamasutra': 'Positions',
    '/UserNotifications': 'Notifications',
    '/MYPROFILE': 'My Profile',
    '/Category': 'Categories',
    '/Settings': 'Settings',
    '/forgotpassword': 'Forgot password',
    '/Privacy-Policy': 'Privacy policy',
    '/SIGNIN': 'Sign in',
  }
  for (const [path, heading] of Object.entries(headings)) {
    await page.goto(site.url + path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
})

test('an address that leads nowhere says so, and leads on', async ({ page, site }) => {
  await page.goto(`${site.url}/nowhere/at/all`)
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  await expect(page.getByText('/nowhere/at/all')).toBeVisible()
  await page.getByRole('link', { name: 'See the users' }).click()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
})

test('the policies can be read by everybody, and lead to each other', async ({ page, site }) => {
  await page.goto(`${site.url}/signin`)
  await page.evaluate(() => localStorage.clear())
  await page.getByRole('link', { name: 'Privacy policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible()
  for (const topic of [/AI/, /Apple/, /kept|retention/i, /16/]) {
    await expect(page.getByRole('main').getByText(topic).first()).toBeVisible()
  }
  await page.goto(`${site.url}/support-policy`)
  await expect(page.getByText(/Monday to Friday/).first()).toBeVisible()
  await expect(page.getByText(/24.48 hours/).first()).toBeVisible()
})

test('notifications are starred, deleted after a question, and turned', async ({ page, site }) => {
  await page.goto(`${site.url}/dashboard`)
  await page.getByRole('link', { name: 'Notifications' }).click()
  const rows = page.getByRole('region', { name: 'Sample notifications' }).getByRole('listitem')
  await expect(page.getByText('out of 286')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Star' })).toHaveCount(12)
  const star = page.getByRole('button', { name: 'Star' }).first()
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await rows.first().getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete notification' }).click()
  await expect(page.getByRole('button', { name: 'Star' })).toHaveCount(11)
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page')
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: /^Failed to load resource|^The settings could not be loaded\./ })

  test('a banner says so, what is there stays, and what was typed is saved once it is back', async ({
    page,
    context,
    site,
  }) => {
    await page.goto(`${site.url}/subscription?add`)
    await page.getByLabel('Product ID').fill('app_gold')
    await page.getByLabel('Name').fill('Gold')
    await page.getByLabel('Price').fill('1')
    await context.setOffline(true)
    const banner = page.getByText('No connection.')
    await expect(banner).toBeVisible()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('An error occurred while saving subscription.')).toBeVisible()
    await context.setOffline(false)
    await expect(banner).toBeHidden()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('article')).toContainText('Gold')
  })
})

test.describe('a screen that is first opened without a connection', { tag: '@stress' }, () => {
  test.use({ expectedErrors: /^Failed to load resource|could not be loaded\.|PageLoadError|ERR_INTERNET_DISCONNECTED/ })

  test('says so, and appears by itself once it is back', async ({ page, context, site }) => {
    await page.goto(`${site.url}/dashboard`)
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Category' }).click()
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await expect(page.getByText('A new version is ready')).toHaveCount(0)
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('link', { name: 'Subscription' }).click()
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()

    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Categories' })).toBeVisible()
    await expect(page.getByText('No connection')).toHaveCount(0)
    await expect(page.getByText('A new version is ready')).toHaveCount(0)
    await page.getByRole('link', { name: 'Subscription' }).click()
    await expect(page.getByRole('heading', { name: 'Subscription Plans' })).toBeVisible()
  })

  test('appears once a server that was down answers again', async ({ page, site }) => {
    await page.goto(`${site.url}/dashboard`)
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.route('**/*', (route) => route.abort('connectionrefused'))
    await page.getByRole('link', { name: 'Category' }).click()
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).focus()
    await page.unroute('**/*')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Categories' })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page.getByText('A new version is ready')).toHaveCount(0)
  })
})

test.describe('after a new version has been put in place', () => {
  test.use({ expectedErrors: /^Failed to load resource|^A part of the console could not be loaded\.|PageLoadError/ })

  test('a screen whose code is gone offers to reload, which keeps what was typed', async ({ page, site }) => {
    await page.goto(`${site.url}/subscription?add`)
    await page.getByLabel('Name').fill('Gold')
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await expect(page.getByText('A new version is ready.')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('Gold')

    await page.getByRole('link', { name: 'Category' }).click()
    await page.getByRole('button', { name: 'Leave, keep draft' }).click()
    await expect(page.getByRole('heading', { name: 'A new version is ready' })).toBeVisible()
    await expect(page.getByRole('main')).toHaveCount(1)
    await page.unroute('**/assets/*.js')
    await page.getByRole('main').getByRole('button', { name: 'Reload' }).last().click()
    await expect(page.getByRole('heading', { name: 'Categories' })).toBeVisible()
    await page.goto(`${site.url}/subscription?add`)
    await expect(page.getByLabel('Name')).toHaveValue('Gold')
  })
})
