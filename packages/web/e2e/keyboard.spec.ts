import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/site.ts'

test.use({ signedIn: true })

/** Presses a key until the target has the focus. */
async function reach(page: Page, target: Locator, { key = 'Tab', most = 60 } = {}): Promise<void> {
  await expect(target).toBeVisible()
  for (let pressed = 0; pressed < most; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

test('a product is added, found, edited and deleted without a mouse', async ({ page, site }) => {
  await page.goto(`${site.url}/subscription`)
  await reach(page, page.getByRole('button', { name: 'Add Subscription' }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Add Subscription' })).toBeFocused()
  await reach(page, page.getByLabel('Product ID'))
  await page.keyboard.type('app_gold')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Gold')
  await page.keyboard.press('Tab')
  await page.keyboard.type('9.99')
  await reach(page, page.getByLabel('Billing Cycle'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await reach(page, page.getByRole('button', { name: 'Submit' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Gold/ })).toContainText('Yearly')

  await test.step('shortcuts work while a toast is shown', async () => {
    await expect(page.getByText('Gold was added.').first()).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden()
  })

  await reach(page, page.getByRole('link', { name: 'Edit Gold' }))
  await page.keyboard.press('Enter')
  await reach(page, page.getByLabel('Price'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('8.99')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Gold/ })).toContainText('€8.99')

  await reach(page, page.getByRole('button', { name: 'Delete Gold' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Delete Gold' })).toBeFocused()
  await page.keyboard.press('Enter')
  await reach(page, dialog.getByRole('button', { name: 'Delete subscription' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('No subscription plans available.')).toBeVisible()
})

test('users are sorted, selected, exported and deleted without a mouse', { tag: '@stress' }, async ({ page, site }) => {
  await page.goto(`${site.url}/User?range=all`)
  await expect(page.getByText('Showing 12 out of 44')).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search users' })).toBeFocused()
  await page.keyboard.type('newcomer')
  await expect(page.getByText('Showing 3 out of 3')).toBeVisible()
  // Shortcuts are off while a field has the focus.
  await page.keyboard.press('?')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search users' })).toHaveValue('newcomer?/')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(page.getByText('Showing 3 out of 3')).toBeVisible()

  const downloaded = page.waitForEvent('download')
  await reach(page, page.getByRole('button', { name: /Export/ }))
  await page.keyboard.press('Enter')
  expect((await downloaded).suggestedFilename()).toMatch(/\.csv$/)

  await reach(page, page.getByRole('button', { name: 'Name', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await reach(page, page.getByRole('checkbox', { name: 'Select Yann Newcomer' }))
  await page.keyboard.press('Space')
  await reach(page, page.getByRole('checkbox', { name: 'Select Yara Newcomer' }))
  await page.keyboard.press('Space')
  await reach(page, page.getByRole('button', { name: 'Delete 2 users' }), { key: 'Shift+Tab' })
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await reach(page, dialog.getByRole('button', { name: 'Delete 2 users' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('All 2 users were deleted.').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Users' })).toBeFocused()
  await expect(page.getByText('Showing 1 out of 1')).toBeVisible()
})

test(
  'a screen that loads late does not take the focus from the palette',
  { tag: '@stress' },
  async ({ page, site }) => {
    const arrival = Promise.withResolvers<void>()
    await page.route(/positions-page/, async (route) => {
      await arrival.promise
      await route.continue()
    })
    await page.goto(`${site.url}/dashboard`)
    await page.getByRole('link', { name: 'Positions', exact: true }).click()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: /^Search screens/ })
    await expect(field).toBeFocused()
    arrival.resolve()
    await expect(page.locator('main h1')).toHaveText('Positions')
    await page.keyboard.type('categ')
    await expect(field).toHaveValue('categ')
  },
)

test('the palette opens screens, actions and users', async ({ page, site }) => {
  await page.goto(`${site.url}/dashboard`)
  const field = page.getByRole('combobox', { name: /^Search screens/ })
  const find = async (text: string, option: string | RegExp) => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await page.keyboard.type(text)
    await expect(page.getByRole('option', { name: option })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(field).toBeHidden()
  }
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await find('posit', 'Positions')
  await expect(page).toHaveURL(`${site.url}/Kamasutra`)
  await find('add cat', 'Add Category')
  await expect(page.getByRole('heading', { name: 'Add Category' })).toBeVisible()
  await find('member17@', /Member 17/)
  await expect(page.getByText('Showing 1 out of 1')).toBeVisible()
  const details = page.getByRole('dialog').filter({ hasText: 'member17@' })
  await expect(details).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()

  await reach(page, page.getByRole('button', { name: 'Ada', exact: true }), { key: 'Shift+Tab' })
  await page.keyboard.press('Enter')
  await reach(page, page.getByRole('menuitem', { name: 'My Profile' }), { key: 'ArrowDown' })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await expect(page.getByRole('menu')).toBeHidden()
  // The focus moves to the chosen screen instead of returning to the menu button.
  await expect(page.getByRole('main')).toBeFocused()
  await find('log out', 'Logout')
  await expect(page).toHaveURL(`${site.url}/signin`)
})
