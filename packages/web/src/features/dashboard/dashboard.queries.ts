import { unwrap } from '@rapport/core/api/unwrap.ts'
import { summarize } from '@rapport/core/statistics/summary.ts'
import { joinedAt, type User } from '@rapport/core/users/user.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { endOfDay } from 'date-fns'
import pMap from 'p-map'
import { useMemo } from 'react'
import { api } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { usePaging } from '#data/settings-query.ts'
import { allUsersQuery, recentUsersQuery } from '#data/users-queries.ts'
import { instantsOf, type DayRange } from '#ui/date-range/day-range.ts'
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

interface Count {
  count: number
  /** The server has stopped counting at `count`. */
  isMinimum: boolean
}

/** How many users joined in a range, and in the range before. */
export interface Joined extends Count {
  before: Count
}

export interface SignUpColumn extends Period, Count {
  /** Users who joined in the period before; undefined where that is not counted. */
  countBefore: number | undefined
}

/** The sign-ups of a range. A server that has to count them counts no plans. */
export interface SignUps {
  unit: Unit
  columns: readonly SignUpColumn[]
  total: Joined
  pro?: Joined
  basic?: Joined
}

/** The largest page of the contract. */
const MOST_USERS = 1000
/** Longer charts than this are counted by month. */
const MOST_DAYS_COUNTED = 31
/** Browsers make six calls at a time to an HTTP/1 server; this leaves two for the rest of the dashboard. */
const CONCURRENCY = 4

/** The sign-ups of a range: from a server with `paging`, otherwise from all users here. */
export function useSignUps(range: SignUpRange) {
  const { paged, known } = usePaging()
  const asked = useQuery({ ...signUpsQuery(range), enabled: known && paged })
  const allUsers = useQuery({ ...allUsersQuery, enabled: known && !paged })
  const users = allUsers.data?.users
  const counted = useMemo(() => (users ? countUsers(users, range) : undefined), [users, range])
  const source = paged ? asked : allUsers
  return {
    signUps: paged ? asked.data : counted,
    error: source.error,
    retrying: source.isFetching,
    retry: source.refetch,
  }
}

/** One call where its answer holds all who joined in the range and in the one before. */
const signUpsQuery = (range: SignUpRange) =>
  queryOptions({
    queryKey: queryKeys.users.joined(range),
    queryFn: async ({ signal }): Promise<SignUps> => {
      const { users, total } = await usersJoined({ from: range.before.from, to: range.days.to }, MOST_USERS, signal)
      return (total ?? users.length) > users.length ? countByServer(range, signal) : countUsers(users, range)
    },
  })

function usersJoined(days: DayRange, page_size: number, signal: AbortSignal) {
  const { first, last } = instantsOf(days)
  const query = { page: 1, page_size, joined_from: first, joined_to: last }
  return unwrap(api.GET('/api/admin/users', { params: { query }, signal }))
}

function countUsers(users: readonly User[], range: SignUpRange): SignUps {
  const joins = users
    .map((user) => ({ role: user.role, at: joinedAt(user) }))
    .filter(({ at }) => at !== undefined && at >= range.before.from && at <= endOfDay(range.days.to))
  const countIn = ({ from, to }: DayRange, role?: string): Count => {
    const end = endOfDay(to)
    const matches = joins.filter(
      (join) => join.at && join.at >= from && join.at <= end && (!role || join.role === role),
    )
    return { count: matches.length, isMinimum: false }
  }
  const joined = (role?: string) => ({ ...countIn(range.days, role), before: countIn(range.before, role) })
  return {
    unit: range.unit,
    columns: periodsOf(range).map(({ days, before }) => {
      const { count, isMinimum } = countIn(days)
      return { days, before, count, isMinimum, countBefore: countIn(before).count }
    }),
    total: joined(),
    pro: joined('admin'),
    basic: joined('user'),
  }
}

/** A call per column, since the server does not know the admin's time zone, and one for the range before. */
async function countByServer(range: SignUpRange, signal: AbortSignal): Promise<SignUps> {
  const isLong = range.unit === 'day' && periodsOf(range).length > MOST_DAYS_COUNTED
  const unit = isLong ? 'month' : range.unit
  const count = async (days: DayRange): Promise<Count> => {
    const { users, total, total_is_minimum } = await usersJoined(days, 1, signal)
    return { count: total ?? users.length, isMinimum: total_is_minimum ?? false }
  }
  const columns = await pMap(
    periodsOf({ ...range, unit }),
    async (period) => ({ ...period, ...(await count(period.days)), countBefore: undefined }),
    { concurrency: CONCURRENCY, signal },
  )
  return {
    unit,
    columns,
    total: {
      count: columns.reduce((sum, column) => sum + column.count, 0),
      isMinimum: columns.some(({ isMinimum }) => isMinimum),
      before: await count(range.before),
    },
  }
}
