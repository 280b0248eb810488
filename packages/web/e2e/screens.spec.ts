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

for (const isPublic of [true, false]) {
  test.describe(isPublic ? 'signed out' : 'signed in', () => {
    test.use({ signedIn: !isPublic, reducedMotion: 'reduce' })

    test('no screen puts anything in the way of assistive technology', async ({ page, site }) => {
      const shown = scenes.filter(({ name, isPublic: open = false }) => SCREENS.has(name) && open === isPublic)
      for (const scene of shown) {
        await page.goto(site.url + scene.path)
        await scene.ready(page)
        expect(await obstacles(page), scene.name).toEqual([])
      }
    })
  })
}
