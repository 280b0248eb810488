import { screens } from '../support/scenes.ts'
import { demoTest as test, expect } from '../support/site.ts'

/** The maximum sum of layout shifts, a fifth of what Core Web Vitals call good. */
const MAX_LAYOUT_SHIFT = 0.02
/** The delay of responses, so that a screen is first rendered without data. */
const DELAY_MS = 400

for (const width of [390, 768, 1440]) {
  for (const scene of screens) {
    test.describe(`${scene.name} at ${width} px`, () => {
      test.use({ signedIn: scene.isPublic !== true, viewport: { width, height: 900 }, reducedMotion: 'reduce' })

      test('hardly shifts while it loads', async ({ page, site }) => {
        await page.route('**/api/**', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, DELAY_MS))
          await route.continue()
        })
        await page.goto(site.url + scene.path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        const sum = await page.evaluate(
          () =>
            new Promise<number>((resolve) => {
              let shifts = 0
              new PerformanceObserver((list) => {
                for (const entry of list.getEntries()) if ('value' in entry) shifts += Number(entry.value)
              }).observe({ type: 'layout-shift', buffered: true })
              requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifts)))
            }),
        )
        expect(sum).toBeLessThan(MAX_LAYOUT_SHIFT)
      })
    })
  }
}
