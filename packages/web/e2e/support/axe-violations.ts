import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Returns serious and critical axe violations on a page, of `rules` or of all rules. */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
  // Waits for animations: a fading element has its final colours only at the end.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        // Skips scroll-driven animations, which never end.
        .filter(
          ({ effect, timeline }) =>
            timeline === document.timeline && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  )
  const axe = new AxeBuilder({ page })
    // Focus guards contain no text and pass the focus on.
    .exclude('[data-base-ui-focus-guard]')
    // Otherwise axe opens a second page to merge the results of frames.
    .setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
