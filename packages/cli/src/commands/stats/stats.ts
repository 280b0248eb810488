import { countUsers } from '@rapport/core/client/users.ts'
import { toPercent } from '@rapport/core/statistics/summary.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/output/document.ts'
import { renderRecord } from '#cli/output/table.ts'

export const fields = ['total', 'active', 'pro', 'basic', 'none', 'pro_percent', 'basic_percent']

export async function run(_input: object, deps: Deps) {
  const { total, active, pro, basic, none } = await countUsers(deps.client)
  const percents = { pro_percent: toPercent(pro, { total }), basic_percent: toPercent(basic, { total }) }
  return { total, active, pro, basic, none, ...percents }
}

type Statistics = Awaited<ReturnType<typeof run>>

export function present(statistics: Statistics): Presentation {
  return { document: { shape: 'record', rows: [statistics], table: () => renderRecord(LINES, statistics) } }
}

const formatNumber = (value: number) => value.toLocaleString('en')

const LINES: readonly { title: string; text: (statistics: Statistics) => string }[] = [
  { title: 'Total Users', text: ({ total }) => formatNumber(total) },
  { title: 'Active Users', text: ({ active }) => formatNumber(active) },
  { title: 'Pro Users', text: ({ pro, pro_percent }) => `${formatNumber(pro)} (${pro_percent}%)` },
  { title: 'Basic Users', text: ({ basic, basic_percent }) => `${formatNumber(basic)} (${basic_percent}%)` },
  { title: 'No Plan', text: ({ none }) => formatNumber(none) },
]
