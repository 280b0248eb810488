import type { Page } from '@playwright/test'
import { pngFile } from '../../src/testing/image-files.ts'
import { axeViolations } from '../support/axe-violations.ts'
import { add } from '../support/records.ts'
import { expect, test } from '../support/site.ts'

const SUSPENDED = { id: 2, status: 'suspended', role: 'admin', joined_date: '2026-11-21T08:00:00Z' }

const respondWith = (page: Page, users: object[]) =>
  page.route('**/api/admin/users?*', (route) =>
    route.fulfill({ json: { code: 200, message: '', data: { users, total: users.length } } }),
  )

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the menu button opens the panel; a link, the overlay and Escape close it', async ({ page, signIn }) => {
    await signIn()
    const menu = page.getByRole('button', { name: 'Open menu' })
    const panel = page.getByRole('dialog', { name: 'Menu' })

    await menu.click()
    await expect(panel).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await panel.getByRole('link', { name: 'User' }).click()
    await expect(panel).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()

    await menu.click()
    await expect(panel).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(menu).toBeFocused()

    await menu.click()
    await expect(panel).toBeVisible()
    await page.touchscreen.tap(370, 600)
    await expect(panel).toBeHidden()
  })

  test('a toast does not cover the top bar, and the next one replaces it', async ({ page, signIn, site }) => {
    await signIn()
    await page.goto(`${site.url}/settings`)
    const save = page.getByRole('button', { name: 'Save Changes' })
    await save.click()
    await save.click()
    const toasts = page.getByRole('dialog').filter({ hasText: 'Settings saved.' })
    await expect(toasts.filter({ visible: true })).toHaveCount(1)
    for (const button of await page.getByRole('banner').getByRole('button').all()) await button.click({ trial: true })
    await save.click({ trial: true })
    await expect(toasts.filter({ visible: true })).toHaveCount(1)
  })

  for (const width of [320, 390]) {
    test(`the top bar has room for a long name, ${width} px wide`, async ({ page, signIn, site }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.route('**/api/admin/get-settings', async (route) => {
        const data = { email: 'ada@example.com', first_name: 'Maximiliane-Alexandrina', last_name: 'von Hohenstein' }
        await route.fulfill({ json: { code: 200, message: '', data } })
      })
      await signIn()
      await page.goto(`${site.url}/settings`)
      const bar = page.getByRole('banner')
      await expect(bar.getByRole('button', { name: 'Maximiliane-Alexandrina' })).toBeVisible()
      for (const control of await bar.getByRole('button').or(bar.getByRole('link')).all()) {
        await expect(control).toBeInViewport({ ratio: 1 })
      }
    })
  }

  test('the order, the filters and their removal are behind one button', async ({ page, signIn, site }) => {
    await respondWith(page, [SUSPENDED])
    await signIn()
    await page.goto(`${site.url}/User?status=suspended`)
    await page.getByRole('button', { name: 'Filters: 1' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('button', { name: /^Sort/ }).click()
    await page.getByRole('option', { name: 'Oldest first' }).click()
    await expect(page).toHaveURL(/sort=joined_date/)
    await sheet.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL(/range=all/)
    await expect(page).not.toHaveURL(/status/)
  })

  test('the email of a user is shown in full beside a long status', async ({ page, signIn, site }) => {
    await respondWith(page, [{ ...SUSPENDED, email: 'amelie.nakamura-costa@example.com' }])
    await signIn()
    await page.goto(`${site.url}/User?range=all`)
    const domain = page.getByRole('cell').getByText('@example.com')
    expect(await domain.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })

  test('the button that saves the settings stays in view from the first field to the last', async ({
    page,
    signIn,
    site,
  }) => {
    await signIn()
    await page.goto(`${site.url}/settings`)
    const save = page.getByRole('button', { name: 'Save Changes' })
    await expect(save).toBeInViewport({ ratio: 1 })
    await page.getByLabel('Body size (px)').scrollIntoViewIfNeeded()
    await expect(save).toBeInViewport({ ratio: 1 })
  })

  test('the recent users have no empty space above them', async ({ page, signIn }) => {
    await signIn()
    const table = page.getByRole('table', { name: 'Recent users' })
    const [first, whole] = [
      await table.locator('tbody').getByText('Ada Admin').locator('xpath=ancestor::tr').boundingBox(),
      await table.boundingBox(),
    ]
    expect((first?.y ?? 0) - (whole?.y ?? 0)).toBeLessThan(2)
  })
})

// A classic scrollbar reduces 390 to 375 px and 768 to 753 px.
for (const width of [375, 390, 720, 1440]) {
  test(`long values stay inside their cells, ${width} px wide`, async ({ page, signIn, site }) => {
    const users = [{ id: crypto.randomUUID(), status: 'waiting_for_approval', role: 'super-administrator' }, SUSPENDED]
    await respondWith(page, users)
    await page.setViewportSize({ width, height: 844 })
    await signIn()
    await page.goto(`${site.url}/User?range=all`)
    await expect(page.getByText('Showing 2 out of 2')).toBeVisible()
    const tooWide = await page
      .getByRole('cell')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.outerHTML))
    expect(tooWide).toEqual([])
    const status = page.getByRole('cell').getByText('Suspended', { exact: true })
    expect(await status.evaluate((text) => text.scrollWidth > text.clientWidth), 'a common status is cut').toBe(false)
  })
}

for (const width of [768, 1100]) {
  test(`every column can be reached beside the names, ${width} px wide`, async ({ page, signIn, site }) => {
    await respondWith(page, [SUSPENDED])
    await page.setViewportSize({ width, height: 900 })
    await signIn()
    await page.goto(`${site.url}/User?range=all`)
    const name = page.getByRole('cell').getByText('Not Set').first()
    const left = (await name.boundingBox())?.x
    await page.getByRole('button', { name: 'Role', exact: true }).scrollIntoViewIfNeeded()
    await expect(page.getByRole('button', { name: 'Role', exact: true })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: /^Delete/ })).toBeInViewport({ ratio: 1 })
    expect((await name.boundingBox())?.x).toBeLessThanOrEqual(left ?? 0)
    await expect(name).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
}

test('opening the drawer moves no row', async ({ page, signIn, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn()
  await page.goto(`${site.url}/User?range=2026-01-01..2026-12-31`)
  await expect(page.getByText(/^Showing \d/)).toBeVisible()
  const row = page.getByRole('row').nth(1)
  const before = await row.boundingBox()
  await row.click()
  await expect(page.getByRole('dialog', { name: /^Details of/ })).toBeVisible()
  expect(await row.boundingBox()).toEqual(before)
})

for (const width of [768, 1100, 1280, 1440]) {
  test(`search and filters are on one line whatever is chosen, ${width} px wide`, async ({ page, signIn, site }) => {
    await respondWith(page, [SUSPENDED])
    await page.setViewportSize({ width, height: 900 })
    await signIn()
    const chosen = 'range=2026-09-01..2026-11-20&status=suspended&status=active&role=admin&role=user&gender=female'
    await page.goto(`${site.url}/User?${chosen}&age_to=15&age_not_set=true&profile_completed=false`)
    await expect(page.getByText(/^Showing \d/)).toBeVisible()
    const main = page.getByRole('main')
    const { height = 0 } = (await page.locator('[data-filter-bar]').boundingBox()) ?? {}
    expect(height).toBeLessThan(40)
    for (const name of [/^Joined:/, /^Filters:/, /^Clear/]) {
      await expect(main.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    }
  })
}

for (const width of [768, 1100, 1440]) {
  test(`names, emails and roles of common length are not cut, with the status in view, ${width} px wide`, async ({
    page,
    signIn,
    site,
  }) => {
    const email = 'mohammed.moreau9@example.org'
    await respondWith(page, [{ ...SUSPENDED, first_name: 'Mohammed', last_name: 'Moreau', email, role: 'admin' }])
    await page.setViewportSize({ width, height: 900 })
    await signIn()
    await page.goto(`${site.url}/User?range=all`)
    for (const text of [email, 'Mohammed Moreau', 'Suspended']) {
      await expect(page.getByRole('cell').getByText(text, { exact: true })).toBeInViewport({ ratio: 1 })
    }
    for (const text of [email, 'Mohammed Moreau', 'Admin']) {
      const part = page.getByRole('cell').getByText(text, { exact: true })
      expect(await part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), text).toBe(0)
    }
  })
}

test('the page stays where it is after a deletion', async ({ page, signIn, site }) => {
  for (let seed = 1; seed <= 12; seed += 1) {
    await add(site, 'category', { category_name: `Category ${seed}`, category_image: pngFile('photo.png', { seed }) })
  }
  await signIn()
  await page.goto(`${site.url}/category`)
  await page.getByRole('button', { name: 'Delete Category 12' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete category' }).click()
  await expect(page.getByRole('region', { name: 'Categories' })).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test.describe('at 200 % zoom', () => {
  test.use({ viewport: { width: 720, height: 450 } })

  test('dates can be applied without scrolling for the button', async ({ page, signIn, site }) => {
    await signIn()
    await page.goto(`${site.url}/User`)
    await page.getByRole('button', { name: /^Joined:/ }).click()
    await expect(page.getByRole('button', { name: 'Apply' })).toBeInViewport({ ratio: 1 })
  })
})

test.describe('at 400 % zoom', () => {
  test.use({ viewport: { width: 360, height: 225 } })

  test('nothing lies over the buttons of the date picker, however far it is scrolled', async ({
    page,
    signIn,
    site,
  }) => {
    await signIn()
    await page.goto(`${site.url}/User`)
    await page.getByRole('button', { name: /^Joined:/ }).click()
    const cancel = page.getByRole('button', { name: 'Cancel' })
    await expect(cancel).toBeInViewport({ ratio: 1 })
    const covered = await cancel.evaluate((button) => {
      const popup = button.closest('[role=dialog]') ?? document.body
      const { x, y, width, height } = button.getBoundingClientRect()
      return Array.from({ length: Math.ceil(popup.scrollHeight / 8) }, (_, step) => {
        popup.scrollTop = step * 8
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        return button.contains(top) ? [] : [`${popup.scrollTop}: ${top?.outerHTML.slice(0, 80)}`]
      }).flat()
    })
    expect(covered).toEqual([])
  })
})

test('the number of a chosen today stands out', async ({ page, signIn, site }) => {
  await signIn()
  await page.goto(`${site.url}/User`)
  await page.getByRole('button', { name: /^Joined:/ }).click()
  const today = page.getByRole('button', { name: /^Today, .*selected$/ })
  await expect(today).toHaveCSS('background-color', 'rgb(108, 68, 182)')
  await expect(today).toHaveCSS('color', 'rgb(255, 255, 255)')
})

test.describe('on a large screen', () => {
  test('the navigation is 16rem wide, #6C44B6 and always visible', async ({ page, signIn }) => {
    await signIn()
    const nav = page.getByRole('navigation', { name: 'Main' }).locator('..')
    expect(await nav.boundingBox()).toMatchObject({ x: 0, y: 0, width: 256, height: 900 })
    await expect(nav).toHaveCSS('background-color', 'rgb(108, 68, 182)')
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
  })

  test('the top bar stays where it is while the content is scrolled', async ({ page, signIn, site }) => {
    await signIn()
    await page.goto(`${site.url}/User?range=all&size=50`)
    await expect(page.getByText('Showing 44 out of 44')).toBeVisible()
    const bar = page.getByRole('banner')
    const place = await bar.boundingBox()
    expect(place).toMatchObject({ x: 256, y: 0, width: 1440 - 256 })
    await page.getByText('Showing 44 out of 44').scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
    expect(await bar.boundingBox()).toEqual(place)
    await page.getByRole('link', { name: 'Notifications' }).click()
    await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  })

  test('the first Tab offers to skip the navigation', async ({ page, signIn }) => {
    await signIn()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
})

test('a button stays in its place while the strength of a password is loaded', async ({ page, site }) => {
  const { promise: isRequested, resolve: request } = Promise.withResolvers<void>()
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(/password-strength/, async (route) => {
    request()
    await isReleased
    await route.continue()
  })
  await page.goto(`${site.url}/signin`)
  await page.evaluate(() => localStorage.setItem('resetToken', 'a token'))
  await page.goto(`${site.url}/reset-password`)
  await page.getByLabel('New password').fill('a new horse and battery')
  await isRequested
  const button = page.getByRole('button', { name: 'Reset password' })
  const before = await button.boundingBox()
  release()
  await expect(page.getByText('Strong', { exact: true })).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
})

test.describe('messages', () => {
  test.use({ expectedErrors: /^Failed to load resource/ })

  test('errors are red, and successes green', async ({ page, signIn, site }) => {
    const red = 'rgb(180, 35, 47)'
    const green = 'rgb(22, 121, 74)'
    const greenOnDark = 'rgb(125, 220, 166)'
    await page.goto(`${site.url}/signin`)
    await page.getByLabel('Email').fill('unknown@example.com')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Please enter your password.')).toHaveCSS('color', red)
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toHaveCSS('color', red)

    await page.route('**/reset-password', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ json: { code: 200, message: '' } }) : route.continue(),
    )
    await page.evaluate(() => localStorage.setItem('resetToken', 'a token'))
    await page.goto(`${site.url}/reset-password`)
    await page.getByLabel('New password').fill('a new horse and battery')
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect(page.getByRole('status')).toHaveCSS('color', green)

    await signIn()
    await page.goto(`${site.url}/Myprofile`)
    await page.getByLabel('First Name').press('Enter')
    const toast = page.getByRole('dialog').filter({ hasText: 'Profile updated successfully!' })
    await expect(toast.locator('svg').first()).toHaveCSS('color', greenOnDark)

    for (const path of ['users', 'subcategories', 'categories', 'subscription-products']) {
      await page.route(`**/api/admin/${path}*`, (route) => route.fulfill({ status: 500, body: '' }))
    }
    for (const path of ['/User', '/Kamasutra', '/category', '/subscription']) {
      await page.goto(site.url + path)
      await expect(page.getByRole('alert').getByText(/^Failed to fetch/)).toHaveCSS('color', red)
    }
  })
})
