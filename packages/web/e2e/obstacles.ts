import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What stands seriously in the way of assistive technology on a page, by axe's rules. */
export async function obstacles(page: Page): Promise<string[]> {
  // What fades in has its colours only when it is there.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  )
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
