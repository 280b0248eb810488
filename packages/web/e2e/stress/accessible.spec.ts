import type { Page } from '@playwright/test'
import { pngFile } from '../../src/testing/image-files.ts'
import { axeViolations } from '../support/axe-violations.ts'
import { add } from '../support/records.ts'
import { prepare, scenes } from '../support/scenes.ts'
import { demoTest as test, expect, type Site } from '../support/site.ts'

const LONG = 'A name of many words, to see that it goes on in a second line and then stops somewhere'

const WIDTHS = [390, 768, 1100, 1440]
/** Widths in pixels: the smallest phone less a scrollbar, and 1280 px at 200 % zoom. */
const NARROW = [305, 640]

test.use({ reducedMotion: 'reduce', trace: 'off' })

for (const scene of scenes) {
  test.describe(scene.name, () => {
    test.use({
      signedIn: scene.isPublic !== true,
      ...(scene.logsErrors === true && {
        expectedErrors: /^Failed to load resource|^The settings could not be loaded\./,
      }),
    })

    test('passes axe in both themes at every width, and fits narrow windows', async ({ page, site }) => {
      await addLong(site)
      const [opened = 1440] = scene.widths ?? []
      await page.setViewportSize({ width: opened, height: 900 })
      await prepare(page, scene)
      await page.goto(site.url + scene.path)
      await scene.ready(page)
      for (const width of scene.widths ?? WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme: 'light' })
        expect(await axeViolations(page), `light, ${width} px wide`).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        expect(await axeViolations(page, ['color-contrast']), `dark, ${width} px wide`).toEqual([])
      }
      for (const narrow of NARROW) {
        await page.setViewportSize({ width: narrow, height: 844 })
        await expect.poll(() => measureWidth(page), { message: `${narrow} px wide` }).toBe(narrow)
        expect(await axeViolations(page, ['target-size']), `${narrow} px wide`).toEqual([])
      }
    })
  })
}

const prepared = new WeakSet<Site>()

/** Adds records with long values that are hard to fit in. */
async function addLong(site: Site): Promise<void> {
  if (prepared.has(site)) return
  prepared.add(site)
  const category_id = await add(site, 'category', { category_name: LONG, category_image: pngFile('a.png') })
  await add(site, 'subcategory', {
    category_id,
    subcategory_name: `${LONG} ${'x'.repeat(100)}`,
    benefits: LONG.repeat(9),
    sub_cat_image: pngFile('a.png'),
  })
  await add(site, 'subscription-products', { product_id: 'x'.repeat(150), name: LONG, price: 99_999_999.99 })
  await site.server.addUser({ first_name: LONG, email: `${'x'.repeat(60)}@example.com` })
}

/** Returns the page's width in pixels, larger than the window's if the page scrolls sideways. */
async function measureWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}
