import { unwrap } from '@rapport/core/api/unwrap.ts'
import { countJoined, periodsOf, type Period, type Span } from '@rapport/core/statistics/series.ts'
import { summarize } from '@rapport/core/statistics/summary.ts'
import type { Steps } from '@rapport/core/users/index-users.ts'
import type { User } from '@rapport/core/users/user.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#lib/api.ts'
import { queryKeys } from '#lib/query-keys.ts'
import { runBounded } from '#lib/run-bounded.ts'
import { usePaging } from '#lib/settings-query.ts'
import { useStepwise } from '#lib/stepwise.ts'
import { everyoneQuery, recentUsersQuery } from '#lib/users-queries.ts'

/** The counts of all users: from a server with `paging`, else worked out from all of them here. */
export function useUserSummary() {
  const { paged, known } = usePaging()
  const page = useQuery({ ...recentUsersQuery, enabled: known && paged })
  const everyone = useQuery({ ...everyoneQuery, enabled: known && !paged })
  const all = everyone.data?.users
  const summary = useMemo(() => (all ? summarize(all) : undefined), [all])
  const source = paged ? page : everyone
  return {
    summary: paged ? page.data?.summary : summary,
    error: source.error,
    retrying: source.isFetching,
    retry: source.refetch,
  }
}

/** Browsers make six calls at a time to an HTTP/1 server: those for the rest of the dashboard are not to wait. */
const AT_A_TIME = 4

/** How many users joined in one period. */
export interface Step extends Period {
  count: number
}

/** Sign-ups per period of a span: counted by a server with `paging`, else from all users here. */
export function useSignUps(span: Span, today: Date) {
  const { paged, known } = usePaging()
  const periods = useMemo(() => periodsOf(span, today), [span, today])
  const counted = useQuery({ ...countsQuery(span, periods), enabled: known && paged })
  const everyone = useQuery({ ...everyoneQuery, enabled: known && !paged })

  const all = everyone.data?.users
  const { result } = useStepwise(useMemo(() => all && (() => countInSteps(all, periods)), [all, periods]))
  // Until it is done, there is what was counted before: of other users it will do, of other periods it will not.
  const own = result?.periods === periods ? result.counts : undefined
  const counts = paged ? counted.data : own
  const steps = useMemo(
    () => counts && periods.map((period, index): Step => ({ ...period, count: counts[index] ?? 0 })),
    [counts, periods],
  )
  const source = paged ? counted : everyone
  return { steps, error: source.error, retrying: source.isFetching, retry: source.refetch }
}

/** How many users are counted in one step. */
const PIECE = 5000

interface Counted {
  periods: readonly Period[]
  counts: readonly number[]
}

function* countInSteps(users: readonly User[], periods: readonly Period[]): Steps<Counted> {
  let counts = periods.map(() => 0)
  for (let start = 0; start < users.length; start += PIECE) {
    const more = countJoined(users.slice(start, start + PIECE), periods)
    counts = counts.map((count, index) => count + (more[index] ?? 0))
    yield
  }
  return { periods, counts }
}

/** One small question per period: the server counts in the admin's own time zone without knowing it. */
const countsQuery = (span: Span, periods: readonly Period[]) =>
  queryOptions({
    queryKey: queryKeys.users.joined(span, periods.at(-1)?.to.getTime() ?? 0),
    queryFn: async ({ signal }) => {
      const counts = new Map<Period, number>()
      await runBounded(periods, AT_A_TIME, signal, async (period) => {
        counts.set(period, await countOf(period, signal))
      })
      signal.throwIfAborted()
      return periods.map((period) => counts.get(period) ?? 0)
    },
  })

async function countOf({ from, to }: Period, signal: AbortSignal): Promise<number> {
  const query = { page: 1, page_size: 1, joined_from: from.toISOString(), joined_to: to.toISOString() }
  const { users, total } = await unwrap(api.GET('/api/admin/users', { params: { query }, signal }))
  return total ?? users.length
}
