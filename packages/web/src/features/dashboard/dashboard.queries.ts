import { unwrap } from '@rapport/core/api/unwrap.ts'
import { summarize } from '@rapport/core/statistics/summary.ts'
import { countJoinedBetween } from '@rapport/core/statistics/user-counts.ts'
import type { JoinedCount } from '@rapport/core/entities/users/user.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { addDays } from 'date-fns'
import { useMemo } from 'react'
import { api } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { usePaging } from '#data/settings-query.ts'
import { allUsersQuery, recentUsersQuery } from '#data/users-queries.ts'
import type { DayRange } from '#ui/date-range/day-range.ts'
import { periodsOf, type Period, type SignUpRange, type Unit } from './sign-up-range.ts'

/** The counts of all users: from a server with `paging`, otherwise worked out from all of them here. */
export function useUserSummary() {
  const { paged, known } = usePaging()
  const page = useQuery({ ...recentUsersQuery, enabled: known && paged })
  const allUsers = useQuery({ ...allUsersQuery, enabled: known && !paged })
  const users = allUsers.data?.users
  const summary = useMemo(() => (users ? summarize(users) : undefined), [users])
  const source = paged ? page : allUsers
  return {
    summary: paged ? page.data?.summary : summary,
    error: source.error,
    retrying: source.isFetching,
    retry: source.refetch,
  }
}

/** How many users joined in a range, and in the range before. */
export interface Joined {
  count: number
  before: number
  /** How many had joined by the end of each column. */
  growth: readonly number[]
}

export interface SignUpColumn extends Period {
  count: number
  countBefore: number
}

/** The sign-ups of a range. */
export interface SignUps {
  unit: Unit
  columns: readonly SignUpColumn[]
  total: Joined
  pro: Joined
  basic: Joined
}

/** The sign-ups of a range: from a server with `paging`, otherwise from all users here. */
export function useSignUps(range: SignUpRange) {
  const { paged, known } = usePaging()
  const bounds = useMemo(() => boundsOf(range), [range])
  const asked = useQuery({ ...joinedQuery(bounds), enabled: known && paged })
  const allUsers = useQuery({ ...allUsersQuery, enabled: known && !paged })
  const users = allUsers.data?.users
  const counts = useMemo(
    () => (paged ? asked.data : users && countJoinedBetween(users, bounds)),
    [paged, asked.data, users, bounds],
  )
  const source = paged ? asked : allUsers
  return {
    signUps: useMemo(() => counts && signUpsOf(range, bounds, counts), [range, bounds, counts]),
    error: source.error,
    retrying: source.isFetching,
    retry: source.refetch,
  }
}

const joinedQuery = (joined_bounds: number[]) =>
  queryOptions({
    queryKey: queryKeys.users.joined(joined_bounds),
    queryFn: async ({ signal }) => {
      const query = { page: 1, page_size: 1, joined_bounds }
      const { joined } = await unwrap(api.GET('/api/admin/users', { params: { query }, signal }))
      if (!joined) throw new Error('The server has not counted who joined.')
      return joined
    },
  })

/** The edges of all columns and of those before, in seconds: the server does not know the admin's time zone. */
function boundsOf(range: SignUpRange): number[] {
  const periods = periodsOf(range).flatMap(({ days, before }) => [days, before])
  const edges = new Set([range.days, range.before, ...periods].flatMap(edgesOf))
  return [...edges].toSorted((a, b) => a - b)
}

function edgesOf({ from, to }: DayRange): [first: number, end: number] {
  return [from.getTime() / 1000, addDays(to, 1).getTime() / 1000]
}

/** The sign-ups of a range, of the counts between each two neighbours of its bounds. */
function signUpsOf(range: SignUpRange, bounds: readonly number[], counts: readonly JoinedCount[]): SignUps {
  const countIn = (days: DayRange, plan: keyof JoinedCount = 'total') => {
    const [first, end] = edgesOf(days)
    return counts.slice(bounds.indexOf(first), bounds.indexOf(end)).reduce((sum, count) => sum + count[plan], 0)
  }
  const periods = periodsOf(range)
  const joined = (plan: keyof JoinedCount) => ({
    count: countIn(range.days, plan),
    before: countIn(range.before, plan),
    growth: periods.map(({ days: { to } }) => countIn({ from: range.days.from, to }, plan)),
  })
  return {
    unit: range.unit,
    columns: periods.map(({ days, before }) => ({
      days,
      before,
      count: countIn(days),
      countBefore: countIn(before),
    })),
    total: joined('total'),
    pro: joined('pro'),
    basic: joined('basic'),
  }
}
