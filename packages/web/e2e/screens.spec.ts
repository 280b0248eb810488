import { obstacles } from './obstacles.ts'
import { scenes } from './scenes.ts'
import { demoTest as test, expect } from './site.ts'

/** Each screen as it is when nothing has gone wrong; `stress/accessible.spec.ts` goes on to all other states and widths. */
const SCREENS = new Set([
  'sign-in',
  'forgot-password',
  'privacy-policy',
  'support',
  'dashboard',
  'users',
  'categories',
  'category-form',
  'positions',
  'position-form',
  'subscriptions',
  'subscription-form',
  'profile',
  'settings',
  'notifications',
  'not-found',
])

for (const scene of scenes.filter(({ name }) => SCREENS.has(name))) {
  test.describe(scene.name, () => {
    test.use({ signedIn: scene.isPublic !== true, reducedMotion: 'reduce' })

    test('passes axe', async ({ page, site }) => {
      await page.goto(site.url + scene.path)
      await scene.ready(page)
      expect(await obstacles(page)).toEqual([])
    })
  })
}
