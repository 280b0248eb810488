import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The serious and critical violations of axe's rules on a page: of all rules, or of those named. */
export async function obstacles(page: Page, rules?: string[]): Promise<string[]> {
  // Elements that fade in have their colours only at the end.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        // Those that follow scrolling have another timeline, and never end.
        .filter(
          ({ effect, timeline }) =>
            timeline === document.timeline && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  )
  const axe = new AxeBuilder({ page })
    // They pass the focus on at once, and contain no text.
    .exclude('[data-base-ui-focus-guard]')
    // Without it, axe opens a second page to merge the results of frames.
    .setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
