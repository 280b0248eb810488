import { lastDays } from '@rapport/core/statistics/last-days.ts'
import { tierPercentages } from '@rapport/core/statistics/summary.ts'
import { countJoinedBetween } from '@rapport/core/statistics/user-counts.ts'
import { fetchExtensions } from '#cli/api/extensions.ts'
import type { Deps } from '#cli/deps.ts'
import { fetchUserSummary } from '#cli/entities/fetch-user-summary.ts'
import { fetchUsers } from '@rapport/core/entities/users/user-description.ts'
import type { Dashboard } from '#cli/tui/explorer/section.ts'

const CHART_DAYS = 30

/** Loads the numbers of `rapport stats`, and the sign-ups per day. */
export async function loadDashboard(deps: Deps): Promise<Dashboard> {
  const bounds = lastDays(CHART_DAYS, deps.now())
  const from = new Date((bounds[0] ?? 0) * 1000)
  const canFilter = (await fetchExtensions(deps)).has('paging')
  const summary = await fetchUserSummary(deps)
  const { users } = await fetchUsers(canFilter ? { joined_from: from.toISOString() } : undefined, deps)
  const counts = countJoinedBetween(users, bounds).map(({ total }) => total)
  const signUpCount = counts.reduce((sum, count) => sum + count, 0)
  const { pro, basic } = tierPercentages(summary)
  const percentOfTotal = (count: number) => (summary.total === 0 ? 0 : Math.round((count / summary.total) * 100))
  return {
    numbers: [
      { label: 'Total Users', value: summary.total },
      { label: 'Active Users', value: summary.active, percent: percentOfTotal(summary.active) },
      { label: 'Pro Users', value: summary.pro, percent: pro },
      { label: 'Basic Users', value: summary.basic, percent: basic },
      { label: 'No Plan', value: summary.none, percent: percentOfTotal(summary.none) },
    ],
    signUps: {
      title: `Sign-ups, last ${CHART_DAYS} days: ${signUpCount.toLocaleString('en')}`,
      counts,
      first: formatDay(from),
      last: formatDay(deps.now()),
    },
  }
}

function formatDay(date: Date): string {
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
}
