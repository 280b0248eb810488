import { axeViolations } from './support/axe-violations.ts'
import { prepare, screens } from './support/scenes.ts'
import { demoTest as test, expect } from './support/site.ts'

/** One state and width of each screen; `stress/accessible.spec.ts` checks the others. */
for (const scene of screens) {
  test.describe(scene.name, () => {
    test.use({ signedIn: scene.isPublic !== true, reducedMotion: 'reduce' })

    test('passes axe', async ({ page, site }) => {
      await prepare(page, scene)
      await page.goto(site.url + scene.path)
      await scene.ready(page)
      expect(await axeViolations(page)).toEqual([])
    })
  })
}
