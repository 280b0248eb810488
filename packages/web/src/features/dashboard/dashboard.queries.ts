import type { JoinedCount } from '@rapport/core/entities/users/user.ts'
import { addDays } from 'date-fns'
import { useCallback, useMemo } from 'react'
import { useJoinedCounts } from '#data/users.queries.ts'
import type { DayRange } from '#ui/date-range/day-range.ts'
import { toPeriods, type Period, type SignUpRange, type Unit } from './sign-up-range.ts'

/** The number of users who joined in a range and in the previous range. */
export interface SignUpComparison {
  count: number
  previousCount: number
  /** Numbers of users who joined in each column of the chart. */
  counts: readonly number[]
}

export interface SignUpColumn extends Period {
  count: number
  previousCount: number
}

export interface SignUps {
  unit: Unit
  columns: readonly SignUpColumn[]
  total: SignUpComparison
  pro: SignUpComparison
  basic: SignUpComparison
}

/** Counts the sign-ups of a range and of the previous one. */
export function useSignUps(range: SignUpRange) {
  const bounds = useMemo(() => toBounds(range), [range])
  const select = useCallback((counts: readonly JoinedCount[]) => toSignUps(range, bounds, counts), [range, bounds])
  return useJoinedCounts(bounds, select)
}

/** Returns bounds in Unix seconds, because the server does not know the admin's time zone. */
function toBounds(range: SignUpRange): number[] {
  const periods = toPeriods(range).flatMap(({ days, previousDays }) => [days, previousDays])
  const edges = new Set([range.days, range.previousDays, ...periods].flatMap(toEdges))
  return [...edges].toSorted((a, b) => a - b)
}

function toEdges({ from, to }: DayRange): [first: number, end: number] {
  return [from.getTime() / 1000, addDays(to, 1).getTime() / 1000]
}

/** Builds sign-ups from the counts between adjacent bounds. */
function toSignUps(range: SignUpRange, bounds: readonly number[], counts: readonly JoinedCount[]): SignUps {
  const countIn = (days: DayRange, tier: keyof JoinedCount = 'total') => {
    const [first, end] = toEdges(days)
    return counts.slice(bounds.indexOf(first), bounds.indexOf(end)).reduce((sum, count) => sum + count[tier], 0)
  }
  const periods = toPeriods(range)
  const countJoined = (tier: keyof JoinedCount) => ({
    count: countIn(range.days, tier),
    previousCount: countIn(range.previousDays, tier),
    counts: periods.map(({ days }) => countIn(days, tier)),
  })
  return {
    unit: range.unit,
    columns: periods.map(({ days, previousDays }) => ({
      days,
      previousDays,
      count: countIn(days),
      previousCount: countIn(previousDays),
    })),
    total: countJoined('total'),
    pro: countJoined('pro'),
    basic: countJoined('basic'),
  }
}
