import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What stands seriously in the way of assistive technology on a page, by axe's rules: all of them, or those named. */
export async function obstacles(page: Page, rules?: string[]): Promise<string[]> {
  // What fades in has its colours only when it is there.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  )
  const axe = new AxeBuilder({ page })
    // They hand the focus on at once, and hold nothing to be read.
    .exclude('[data-base-ui-focus-guard]')
    // The results of one page need no second one to be put together in.
    .setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
