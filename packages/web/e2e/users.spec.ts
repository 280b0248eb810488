import { expect, test } from './support/site.ts'

test('an admin signs in, searches, pages, chooses dates, deletes a user and logs out', async ({
  page,
  signIn,
  site,
}) => {
  await page.goto(site.url)
  await expect(page).toHaveURL(`${site.url}/signin`)
  await signIn()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'User' }).click()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await expect(page.getByText('Showing 1 out of 1')).toBeVisible()

  await test.step('search', async () => {
    await page.getByRole('searchbox', { name: 'Search users' }).fill('member')
    await expect(page.getByText('No users match “member”')).toBeVisible()
    await page.getByRole('button', { name: 'Show all dates' }).click()
    await expect(page.getByText('Showing 12 out of 40')).toBeVisible()
  })

  await test.step('order and page', async () => {
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('button', { name: 'Page 4' }).click()
    await expect(page.getByRole('row', { name: /Member 40/ })).toBeVisible()
    await expect(page.getByText('Showing 4 out of 40')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('row', { name: /Member 01/ })).toBeVisible()
  })

  await test.step('choose dates', async () => {
    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.getByRole('button', { name: /^Joined:/ }).click()
    await page.getByRole('button', { name: 'Yesterday' }).click()
    await expect(page.getByText('Showing 3 out of 3')).toBeVisible()

    await page.getByRole('button', { name: /^Joined:/ }).click()
    await page.getByLabel('days up to today').fill('2')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('Showing 4 out of 4')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Showing 4 out of 4')).toBeVisible()
  })

  await test.step('delete', async () => {
    await page.getByRole('button', { name: 'Delete Yara Newcomer' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this user?' })
    await expect(dialog).toContainText('Yara Newcomer')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Delete user' }).click()
    await expect(page.getByText('Yara Newcomer was deleted.').first()).toBeVisible()
    await expect(page.getByText('Showing 3 out of 3')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Users' })).toBeFocused()
  })

  await test.step('log out', async () => {
    await page.getByRole('button', { name: 'Ada', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL(`${site.url}/signin`)
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
    await page.goto(`${site.url}/User`)
    await expect(page).toHaveURL(`${site.url}/signin`)
  })
})
