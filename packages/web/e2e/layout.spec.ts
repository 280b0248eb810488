import { obstacles } from './obstacles.ts'
import { expect, test } from './site.ts'

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the menu button opens the panel; a link, the overlay and Escape close it', async ({ page, signIn }) => {
    await signIn()
    const menu = page.getByRole('button', { name: 'Open menu' })
    const panel = page.getByRole('dialog', { name: 'Menu' })

    await menu.click()
    await expect(panel).toBeVisible()
    expect(await obstacles(page)).toEqual([])
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

  test('no screen is wider than the telephone', async ({ page, signIn, site }) => {
    await signIn()
    for (const path of ['/dashboard', '/User?range=all', '/User?range=all&page=3', '/signin']) {
      await page.goto(site.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (path.startsWith('/User')) await expect(page.getByText(/^Showing \d/)).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
    }
  })
})

for (const width of [390, 720, 1440]) {
  test(`long values stay inside their cells, ${width} px wide`, async ({ page, signIn, site }) => {
    const users = [
      { id: crypto.randomUUID(), status: 'waiting_for_approval', role: 'super-administrator' },
      { id: 2, status: 'suspended', role: 'admin' },
    ]
    await page.route('**/api/admin/users?*', (route) =>
      route.fulfill({ json: { code: 200, message: '', data: { users, total: 2 } } }),
    )
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

test.describe('at 200 % zoom', () => {
  test.use({ viewport: { width: 720, height: 450 } })

  test('dates can be applied without scrolling for the button', async ({ page, signIn, site }) => {
    await signIn()
    await page.goto(`${site.url}/User`)
    await page.getByRole('button', { name: /^Joined (?!Date)/ }).click()
    await expect(page.getByRole('button', { name: 'Apply' })).toBeInViewport({ ratio: 1 })
  })
})

test.describe('on a large screen', () => {
  test('the navigation is 16rem wide, #6C44B6 and always there', async ({ page, signIn }) => {
    await signIn()
    const nav = page.getByRole('navigation', { name: 'Main' }).locator('..')
    expect(await nav.boundingBox()).toMatchObject({ x: 0, y: 0, width: 256, height: 900 })
    await expect(nav).toHaveCSS('background-color', 'rgb(108, 68, 182)')
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
  })

  test('keyboards skip the navigation', async ({ page, signIn }) => {
    await signIn()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('the list does not jump when the users arrive', async ({ page, signIn, site }) => {
    await signIn()
    await page.goto(`${site.url}/User?range=all`)
    await expect(page.getByText('Showing 12 out of 44')).toBeVisible()
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if ('value' in entry) sum += Number(entry.value)
          }).observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
        }),
    )
    expect(shift).toBeLessThan(0.02)
  })
})
