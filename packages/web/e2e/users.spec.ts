import { expect, submitSignIn, test } from './site.ts'

test('sign in, search, page, choose dates, delete, log out', async ({ page, signIn, site }) => {
  await page.goto(site.url)
  await expect(page).toHaveURL(`${site.url}/signin`)
  await signIn()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'User' }).click()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await expect(page.getByText('Showing 1 out of 1')).toBeVisible()

  await test.step('search', async () => {
    await page.getByRole('searchbox', { name: 'Search users' }).fill('member')
    await expect(page.getByText('No users match “member”')).toBeVisible()
    await page.getByRole('button', { name: 'All dates' }).last().click()
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
    await page.getByRole('button', { name: /^Joined (?!Date)/ }).click()
    await page.getByRole('button', { name: 'Yesterday' }).click()
    await expect(page.getByText('Showing 3 out of 3')).toBeVisible()

    await page.getByRole('button', { name: /^Joined (?!Date)/ }).click()
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

test('the calendar takes a range by keyboard', async ({ page, signIn, site }) => {
  await signIn()
  await page.goto(`${site.url}/User`)
  await expect(page.getByText('Showing 1 out of 1')).toBeVisible()
  await page.getByRole('button', { name: /^Joined (?!Date)/ }).focus()
  await page.keyboard.press('Enter')
  const today = page.getByRole('gridcell', { selected: true }).getByRole('button')
  await today.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Apply' }).press('Enter')
  await expect(page.getByText('Showing 4 out of 4')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Joined (?!Date)/ })).toBeFocused()
})

test.describe('a deletion that the end of the session has interrupted', { tag: '@stress' }, () => {
  test.use({ signedIn: true, expectedErrors: /401|^The settings could not be loaded\./ })

  test('is told when the page was loaded anew before signing in, and goes on only when told to', async ({
    page,
    site,
  }) => {
    const asked: string[] = []
    let isOver = false
    await page.route('**/api/admin/users/*', (route) => {
      asked.push(route.request().url())
      if (asked.length > 2) isOver = true
      return isOver ? route.fulfill({ status: 401, json: { code: 401, message: '' } }) : route.continue()
    })
    await page.goto(`${site.url}/User?range=all`)
    await expect(page.getByText('Showing 12 out of 44')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Delete 11 users' }).click()
    await page.getByLabel('Type DELETE to go on').fill('DELETE')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    const stored = await page.evaluate(() => JSON.stringify(sessionStorage))
    expect(stored).not.toContain('Member')

    await page.reload()
    await submitSignIn(page, site)
    const dialog = page.getByRole('alertdialog', { name: 'What became of the users' })
    await expect(dialog).toContainText('2 of 11 deleted, 9 still there.')
    const before = asked.length
    isOver = false
    await page.unroute('**/api/admin/users/*')
    await page.route('**/api/admin/users/*', (route) => {
      asked.push(route.request().url())
      return route.continue()
    })
    await dialog.getByRole('button', { name: 'Delete the rest' }).click()
    await expect(page.getByText('All 11 users were deleted.').first()).toBeAttached()
    expect(asked).toHaveLength(before + 9)
    await expect(page.getByText('Showing 12 out of 33')).toBeVisible()

    await page.reload()
    await expect(page.getByText('Showing 12 out of 33')).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })

  test('is not told any more once the admin has logged out in another tab', async ({ page, site, context }) => {
    const admin = site.server.admin.email
    const interrupted = JSON.stringify({ admin, gone: [2], left: [3, 4] })
    const remember = () =>
      page.evaluate((text) => sessionStorage.setItem('untilLogOut:interruptedDeletion', text), interrupted)
    await page.goto(`${site.url}/dashboard`)
    await remember()
    await page.goto(`${site.url}/User?range=all`)
    await expect(page.getByRole('alertdialog')).toContainText('1 of 3 deleted, 2 still there.')

    await page.goto(`${site.url}/dashboard`)
    await remember()
    const other = await context.newPage()
    await other.goto(`${site.url}/dashboard`)
    await other.getByRole('button', { name: 'Ada', exact: true }).click()
    await other.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await submitSignIn(page, site)
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.goto(`${site.url}/User?range=all`)
    await expect(page.getByText('Showing 12 out of 44')).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })
})
