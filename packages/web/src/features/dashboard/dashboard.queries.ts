import { unwrap } from '@rapport/core/api/unwrap.ts'
import { countJoined, periodsOf, type Period, type Span } from '@rapport/core/statistics/series.ts'
import { summarize } from '@rapport/core/statistics/summary.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import pMap from 'p-map'
import { useMemo } from 'react'
import { api } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { usePaging } from '#data/settings-query.ts'
import { allUsersQuery, recentUsersQuery } from '#data/users-queries.ts'

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

/** Browsers make six calls at a time to an HTTP/1 server; this leaves two for the rest of the dashboard. */
const CONCURRENCY = 4

interface Count {
  count: number
  /** The server has stopped counting at `count`. */
  isMinimum: boolean
}

/** How many users joined in one period. */
export interface SignUpCount extends Period, Count {}

/** Sign-ups per period of a span: counted by a server with `paging`, otherwise from all users here. */
export function useSignUps(span: Span, today: Date) {
  const { paged, known } = usePaging()
  const periods = useMemo(() => periodsOf(span, today), [span, today])
  const counted = useQuery({ ...countsQuery(span, periods), enabled: known && paged })
  const allUsers = useQuery({ ...allUsersQuery, enabled: known && !paged })

  const users = allUsers.data?.users
  const signUps = useMemo((): SignUpCount[] | undefined => {
    const counts = paged
      ? counted.data
      : users && countJoined(users, periods).map((count) => ({ count, isMinimum: false }))
    return counts && periods.map((period, index) => ({ ...period, count: 0, isMinimum: false, ...counts[index] }))
  }, [paged, counted.data, users, periods])
  const source = paged ? counted : allUsers
  return { signUps, error: source.error, retrying: source.isFetching, retry: source.refetch }
}

/** One count per period, so that days and months are those of the admin's time zone, which the server does not know. */
const countsQuery = (span: Span, periods: readonly Period[]) =>
  queryOptions({
    queryKey: queryKeys.users.joined(span, periods.at(-1)?.to.getTime() ?? 0),
    queryFn: ({ signal }) => pMap(periods, (period) => countOf(period, signal), { concurrency: CONCURRENCY, signal }),
  })

async function countOf({ from, to }: Period, signal: AbortSignal): Promise<Count> {
  const query = { page: 1, page_size: 1, joined_from: from.toISOString(), joined_to: to.toISOString() }
  const answer = await unwrap(api.GET('/api/admin/users', { params: { query }, signal }))
  return { count: answer.total ?? answer.users.length, isMinimum: answer.total_is_minimum ?? false }
}
