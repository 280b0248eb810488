import { expect, test } from './site.ts'

test.use({ signedIn: true })

test('shows counts, chart and recent users, and links to the lists', async ({ page, site }) => {
  await page.goto(`${site.url}/dashboard`)
  const card = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}\\s*\\d`) })
  await expect(card('Total Users')).toHaveText('Total Users44')
  await expect(card('Active Users')).toHaveText('Active Users36')
  await expect(card('Pro Users')).toHaveText('Pro Users1')
  await expect(card('Basic Users')).toHaveText('Basic Users43')
  await expect(page.getByRole('region', { name: 'User Overview' })).toContainText('98%')
  await expect(page.getByRole('region', { name: 'Subscription Overview' })).toContainText('Users with no plan0')
  const signUps = page.getByRole('region', { name: 'Sign-ups' })
  await expect(signUps).toContainText('4 people joined')

  const columns = signUps.getByRole('list', { name: 'Sign-ups' })
  await expect(columns.getByRole('link')).toHaveCount(30)
  await columns.getByRole('link', { name: /^Today: 1/ }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(columns.getByRole('link', { name: /: 3, before/ })).toBeFocused()
  await signUps.getByRole('button', { name: 'Table' }).click()
  await expect(page.getByRole('row', { name: 'Today 1 0' })).toBeVisible()
  await page.getByText('12 months').click()
  await expect(page).toHaveURL(/range=12m/)
  await expect(signUps).toContainText('44 people joined')

  const recent = page.getByRole('table', { name: 'Recent users' })
  await expect(recent.getByRole('row')).toHaveCount(6)
  await page.getByRole('button', { name: 'View All' }).click()
  await expect(page).toHaveURL(`${site.url}/User?range=all`)
  await expect(page.getByText('Showing 12 out of 44')).toBeVisible()
  await page.goBack()
  await card('Active Users').click()
  await expect(page.getByText('Showing 12 out of 36')).toBeVisible()
})

test('deleting a recent user updates all counts', { tag: '@stress' }, async ({ page, site }) => {
  await page.goto(`${site.url}/dashboard`)
  await page
    .getByRole('table', { name: 'Recent users' })
    .getByRole('button', { name: /^Delete (?!Ada)/ })
    .first()
    .click()
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this user?' })
  await dialog.getByRole('button', { name: 'Delete user' }).click()
  await expect(page.getByRole('link', { name: /^Total Users/ })).toHaveText('Total Users43')
  await expect(page.getByText('people joined')).toBeVisible()
})
