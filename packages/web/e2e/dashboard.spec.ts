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
  await expect(page.getByText('4 people joined in the last 30 days')).toBeVisible()

  const chart = page.getByRole('img', { name: /^Sign-ups/ })
  await expect(chart).toBeVisible()
  const drawn = await page.locator('canvas').evaluate((canvas: HTMLCanvasElement) =>
    canvas
      .getContext('2d')
      ?.getImageData(0, 0, canvas.width, canvas.height)
      .data.some((byte) => byte > 0),
  )
  expect(drawn).toBe(true)
  await page.getByRole('button', { name: 'Table' }).click()
  await expect(page.getByRole('row', { name: 'Today 1' })).toBeVisible()
  await page.getByLabel('Range').selectOption({ index: 2 })
  await expect(page.getByText(/people joined in the last/)).not.toHaveText(/30 days/)

  const recent = page.getByRole('table', { name: 'Recent users' })
  await expect(recent.getByRole('row')).toHaveCount(6)
  await page.getByRole('button', { name: 'View All' }).click()
  await expect(page).toHaveURL(`${site.url}/User?range=all`)
  await expect(page.getByText('Showing 12 out of 44')).toBeVisible()
  await page.goBack()
  await card('Active Users').click()
  await expect(page.getByText('Showing 12 out of 36')).toBeVisible()
})

test('deleting a recent user updates all counts', async ({ page, site }) => {
  await page.goto(`${site.url}/dashboard`)
  await page
    .getByRole('table', { name: 'Recent users' })
    .getByRole('button', { name: /^Delete (?!Ada)/ })
    .first()
    .click()
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this user?' })
  await dialog.getByRole('button', { name: 'Delete user' }).click()
  await expect(page.getByRole('link', { name: /^Total Users/ })).toHaveText('Total Users43')
  await expect(page.getByText(/joined in the last 30 days/)).toBeVisible()
})
