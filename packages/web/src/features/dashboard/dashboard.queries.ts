import type { JoinedCount } from '@rapport/core/entities/users/user.ts'
import { addDays } from 'date-fns'
import { useCallback, useMemo } from 'react'
import { useJoinedCounts } from '#data/users.queries.ts'
import { onlyToday, type DayRange } from '#ui/date-range/day-range.ts'
import { toPeriods, type Period, type SignUpRange, type Unit } from './sign-up-range.ts'

/** The number of users who joined in a range and in the previous range. */
export interface SignUpComparison {
  count: number
  previousCount: number
}

export type SignUpColumn = Period & SignUpComparison

export interface SignUps {
  unit: Unit
  columns: readonly SignUpColumn[]
  total: SignUpComparison
  pro: SignUpComparison
  basic: SignUpComparison
  /** The number of users who joined today, which the range may not include. */
  today: number
}

/** Counts the sign-ups of a range, of the previous one and of today. */
export function useSignUps(range: SignUpRange, today: Date) {
  const bounds = useMemo(() => toBounds(range, today), [range, today])
  const select = useCallback(
    (counts: readonly JoinedCount[]) => toSignUps(range, today, bounds, counts),
    [range, today, bounds],
  )
  return useJoinedCounts(bounds, select)
}

/** Returns bounds in Unix seconds, because the server does not know the admin's time zone. */
function toBounds(range: SignUpRange, today: Date): number[] {
  const periods = toPeriods(range).flatMap(({ days, previousDays }) => [days, previousDays])
  const edges = new Set([range.days, range.previousDays, onlyToday(today), ...periods].flatMap(toEdges))
  return [...edges].toSorted((a, b) => a - b)
}

function toEdges({ from, to }: DayRange): [first: number, end: number] {
  return [from.getTime() / 1000, addDays(to, 1).getTime() / 1000]
}

/** Builds sign-ups from the counts between adjacent bounds. */
function toSignUps(
  range: SignUpRange,
  today: Date,
  bounds: readonly number[],
  counts: readonly JoinedCount[],
): SignUps {
  const countIn = (days: DayRange, tier: keyof JoinedCount = 'total') => {
    const [first, end] = toEdges(days)
    return counts.slice(bounds.indexOf(first), bounds.indexOf(end)).reduce((sum, count) => sum + count[tier], 0)
  }
  const countJoined = (tier: keyof JoinedCount) => ({
    count: countIn(range.days, tier),
    previousCount: countIn(range.previousDays, tier),
  })
  return {
    unit: range.unit,
    columns: toPeriods(range).map(({ days, previousDays }) => ({
      days,
      previousDays,
      count: countIn(days),
      previousCount: countIn(previousDays),
    })),
    total: countJoined('total'),
    pro: countJoined('pro'),
    basic: countJoined('basic'),
    today: countIn(onlyToday(today)),
  }
}
