import type { Page } from '@playwright/test'
import { axeViolations } from './support/axe-violations.ts'
import { prepare, screens } from './support/scenes.ts'
import { demoTest as test, expect } from './support/site.ts'

/** One state and width of each screen; `stress/accessible.spec.ts` checks the others. */
for (const scene of screens) {
  test.describe(scene.name, () => {
    test.use({ signedIn: scene.isPublic !== true, reducedMotion: 'reduce' })

    test('passes axe, and links of one name lead to one place', async ({ page, site }) => {
      await prepare(page, scene)
      await page.goto(site.url + scene.path)
      await scene.ready(page)
      expect(await axeViolations(page)).toEqual([])
      expect(await ambiguousNames(page)).toEqual([])
    })
  })
}

/** Returns the names that links to different screens share; a list of links is all that some readers hear. */
const ambiguousNames = (page: Page) =>
  page.locator('a[href]:visible:not([href^="#"])').evaluateAll((links) => {
    const byName = Map.groupBy(links, (link) => link.ariaLabel ?? link.textContent?.trim() ?? '')
    const places = (named: Element[]) => new Set(named.map((link) => link.getAttribute('href'))).size
    return [...byName].filter(([, named]) => places(named) > 1).map(([name]) => name)
  })
