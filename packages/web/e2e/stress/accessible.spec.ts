import type { Page } from '@playwright/test'
import { pngFile } from '../../src/testing/image-files.ts'
import { obstacles } from '../obstacles.ts'
import { add } from '../records.ts'
import { prepare, scenes } from '../scenes.ts'
import { demoTest as test, expect, type Site } from '../site.ts'

const LONG = 'A name of many words, to see that it goes on in a second line and then stops somewhere'

/** The widths of a telephone, and of 1440 px at 200 % zoom. */
const NARROW = [390, 720]

test.use({ reducedMotion: 'reduce', trace: 'off' })

for (const scene of scenes) {
  test.describe(scene.name, () => {
    const isBroken = scene.failing !== undefined || ['offline', 'profile-confirm-identity'].includes(scene.name)
    test.use({
      signedIn: scene.isPublic !== true,
      ...(isBroken && { expectedErrors: /^Failed to load resource|^The settings could not be loaded\./ }),
    })

    test('passes axe in both themes, and fits narrow windows', async ({ page, site }) => {
      await addLong(site)
      const [width = 1440] = scene.widths ?? []
      await page.setViewportSize({ width, height: 900 })
      await prepare(page, scene)
      await page.goto(site.url + scene.path)
      await scene.ready(page)
      expect(await obstacles(page), `light, ${width} px wide`).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await obstacles(page, ['color-contrast']), `dark, ${width} px wide`).toEqual([])
      for (const narrow of NARROW) {
        await page.setViewportSize({ width: narrow, height: 844 })
        await expect.poll(() => widthOf(page), { message: `${narrow} px wide` }).toBe(narrow)
      }
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await obstacles(page), 'dark, 390 px wide').toEqual([])
    })
  })
}

const prepared = new WeakSet<Site>()

/** What is hard to fit in, once for all scenes. */
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

/** The width that the page takes, which is that of its window unless it scrolls sideways. */
async function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}
