import { countJoined, periodsOf, SPANS } from '@rapport/core/statistics/series.ts'
import { planPercentages } from '@rapport/core/statistics/summary.ts'
import { serverExtensions } from '#cli/api/extensions.ts'
import type { Deps } from '#cli/deps.ts'
import { readSummary } from '#cli/entities/user-summary.ts'
import { readUsers } from '#cli/entities/users.ts'
import type { Dashboard } from '#cli/tui/browser/section.ts'

const SPAN = 'month'

/** The numbers of `rapport stats`, and how many users joined on each of the last days. */
export async function loadDashboard(deps: Deps): Promise<Dashboard> {
  const periods = periodsOf(SPAN, deps.now())
  const from = periods[0]?.from ?? deps.now()
  const canFilter = (await serverExtensions(deps)).has('paging')
  const summary = await readSummary(deps)
  const { users } = await readUsers(canFilter ? { joined_from: from.toISOString() } : undefined, deps)
  const counts = countJoined(users, periods)
  const joined = counts.reduce((sum, count) => sum + count, 0)
  const { pro, basic } = planPercentages(summary)
  const share = (count: number) => (summary.total === 0 ? 0 : Math.round((count / summary.total) * 100))
  return {
    numbers: [
      { label: 'Total Users', value: summary.total },
      { label: 'Active Users', value: summary.active, percent: share(summary.active) },
      { label: 'Pro Users', value: summary.pro, percent: pro },
      { label: 'Basic Users', value: summary.basic, percent: basic },
      { label: 'No Plan', value: summary.none, percent: share(summary.none) },
    ],
    signUps: {
      title: `Sign-ups, ${SPANS[SPAN].label.toLowerCase()}: ${joined.toLocaleString('en')}`,
      counts,
      first: dayOf(from),
      last: dayOf(deps.now()),
    },
  }
}

function dayOf(date: Date): string {
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
}
