import { countUsers, findUsers } from '@rapport/core/client/users.ts'
import { toPercent } from '@rapport/core/statistics/summary.ts'
import { lastDays } from '@rapport/core/statistics/user-counts.ts'
import { countJoinedBetween } from '@rapport/core/statistics/user-counts.ts'
import type { Deps } from '#cli/deps.ts'
import type { Dashboard } from '#cli/tui/explorer/section.ts'

const CHART_DAYS = 30

/** Loads the numbers of `rapport stats`, and the sign-ups per day. */
export async function loadDashboard(deps: Deps): Promise<Dashboard> {
  const bounds = lastDays(CHART_DAYS, deps.now())
  const from = new Date((bounds[0] ?? 0) * 1000)
  const summary = await countUsers(deps.client)
  const { users } = await findUsers(deps.client, { joined_from: from.toISOString() })
  const counts = countJoinedBetween(users, bounds).map(({ total }) => total)
  const signUpCount = counts.reduce((sum, count) => sum + count, 0)
  const withPercent = (label: string, value: number) => ({ label, value, percent: toPercent(value, summary) })
  return {
    numbers: [
      { label: 'Total Users', value: summary.total },
      withPercent('Active Users', summary.active),
      withPercent('Pro Users', summary.pro),
      withPercent('Basic Users', summary.basic),
      withPercent('No Plan', summary.none),
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
