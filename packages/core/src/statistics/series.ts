import { joinedAt, type User } from '../entities/users/user.ts'

/** How far back sign-ups are counted, and in which steps. */
export const SPANS = {
  week: { label: 'Last 7 days', unit: 'day', count: 7 },
  month: { label: 'Last 30 days', unit: 'day', count: 30 },
  quarter: { label: 'Last 12 weeks', unit: 'week', count: 12 },
  year: { label: 'Last 12 months', unit: 'month', count: 12 },
} as const satisfies Record<string, { label: string; unit: 'day' | 'week' | 'month'; count: number }>

export type Span = keyof typeof SPANS

/** A stretch of local time: its first and its last instant, both inclusive. */
export interface Period {
  from: Date
  to: Date
}

/** The periods of a span, oldest first; the last one holds `today`. Days and months are local, weeks are 7 days. */
export function periodsOf(span: Span, today: Date): Period[] {
  const { unit, count } = SPANS[span]
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index
    return { from: periodStart(unit, today, back), to: new Date(periodStart(unit, today, back - 1).getTime() - 1) }
  })
}

/** How many users joined in each period; those without a readable date in none. */
export function countJoined(
  users: readonly Pick<User, 'joined_date' | 'created_at'>[],
  periods: readonly Period[],
): number[] {
  const counts = periods.map(() => 0)
  const starts = periods.map(({ from }) => from.getTime())
  const end = periods.at(-1)?.to.getTime() ?? Number.NEGATIVE_INFINITY
  for (const user of users) {
    const joined = joinedAt(user)?.getTime()
    if (joined === undefined || joined > end) continue
    const index = starts.findLastIndex((start) => start <= joined)
    if (index !== -1) counts[index] = (counts[index] ?? 0) + 1
  }
  return counts
}

/** By the calendar, not by 24 hours: days have 23 or 25 when the clocks change. */
function periodStart(unit: 'day' | 'week' | 'month', today: Date, back: number): Date {
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()]
  if (unit === 'month') return new Date(year, month - back, 1)
  return new Date(year, month, unit === 'day' ? day - back : day - 7 * back - 6)
}
