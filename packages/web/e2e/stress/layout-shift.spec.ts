import { screens } from '../scenes.ts'
import { demoTest as test, expect } from '../site.ts'

const MOST = 0.02
/** The answers come late enough for a screen to be drawn without them first. */
const DELAY_MS = 400

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

for (const width of [390, 768, 1440]) {
  for (const scene of screens) {
    test.describe(`${scene.name} at ${width} px`, () => {
      test.use({ signedIn: scene.isPublic !== true, viewport: { width, height: 900 }, reducedMotion: 'reduce' })

      test('nothing jumps while it loads', async ({ page, site }) => {
        await page.route('**/api/**', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, DELAY_MS))
          await route.continue()
        })
        await page.goto(site.url + scene.path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        const shifts = await page.evaluate(
          () =>
            new Promise<{ value: number; what: string }[]>((resolve) => {
              new PerformanceObserver((list) =>
                resolve(
                  (list.getEntries() as LayoutShift[])
                    .filter(({ hadRecentInput }) => !hadRecentInput)
                    .map(({ value, sources }) => ({
                      value,
                      what: sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 120)).join(' | '),
                    })),
                ),
              ).observe({ type: 'layout-shift', buffered: true })
              setTimeout(() => resolve([]), 200)
            }),
        )
        const sum = shifts.reduce((total, { value }) => total + value, 0)
        expect(sum, JSON.stringify(shifts, null, 2)).toBeLessThan(MOST)
      })
    })
  }
}
