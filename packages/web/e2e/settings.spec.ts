import { Buffer } from 'node:buffer'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './support/site.ts'

/** An SVG wider than the maximum size of a stored logo. */
const LOGO = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="300"><rect width="1200" height="300" fill="#ffd54f"/></svg>',
)

test.beforeEach(async ({ page, signIn, site }) => {
  await signIn()
  await page.goto(`${site.url}/settings`)
})

test('a chosen logo is shown in the navigation, also after a reload', { tag: '@stress' }, async ({ page }) => {
  await page
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: LOGO })
  await expect(page.getByRole('img', { name: 'Your logo' })).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.reload()
  const logo = page.locator('nav').locator('xpath=preceding-sibling::*').getByRole('img', { name: 'Rapport' })
  await expect(logo).toBeVisible()
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400)

  await page.getByRole('button', { name: 'Remove logo' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.locator('nav').locator('xpath=preceding-sibling::*').getByText('Rapport')).toBeVisible()
})

test('a file that the browser cannot draw is refused as a logo', { tag: '@stress' }, async ({ page }) => {
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') }
  await page.getByLabel('Logo', { exact: true }).setInputFiles(file)
  await expect(page.getByText('This image cannot be read. Please select another one.')).toBeVisible()
})

test('fonts are served by the console, and font sizes stay after a reload', { tag: '@stress' }, async ({ page }) => {
  await page.getByLabel('Font family').selectOption('Roboto')
  await page.getByLabel('Body size (px)').fill('20')
  await page.getByLabel('Heading size (px)').fill('30')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.reload()
  await expect.poll(() => page.evaluate(() => document.fonts.check("16px 'Roboto Variable'"))).toBe(true)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveCSS('font-size', '30px')
  await expect(heading).toHaveCSS('font-family', /Roboto/)
  await expect(page.locator('body')).toHaveCSS('font-size', '20px')
})

for (const scheme of ['Light', 'Dark']) {
  test(
    `every text has enough contrast with extreme colours, ${scheme.toLowerCase()}`,
    { tag: '@stress' },
    async ({ page }) => {
      await page.getByRole('group', { name: 'Theme' }).getByText(scheme, { exact: true }).click()
      for (const colour of ['#ffeb3b', '#000000', '#ffffff', '#00ff00', '#ff0000']) {
        await page.getByLabel('Navigation', { exact: true }).fill(colour)
        await page.getByLabel('Buttons and links', { exact: true }).fill(colour)
        await page.getByRole('button', { name: 'Save Changes' }).click()
        // Waits for colour transitions to end; those of a scroll position never do.
        await page.evaluate(() => {
          const timed = document.getAnimations().filter(({ timeline }) => timeline === document.timeline)
          return Promise.all(timed.map(({ finished }) => finished))
        })
        const { violations } = await new AxeBuilder({ page }).withRules(['color-contrast']).analyze()
        expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([])
      }
    },
  )
}
