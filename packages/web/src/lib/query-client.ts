import { ApiError } from '@rapport/core/api/api-error.ts'
import { QueryCache, QueryClient, type Query } from '@tanstack/react-query'
import { retryMoment } from './retry-moment.ts'

const RETRIES = 2

/** Makes the cache of server state. Only what may well work a moment later is tried again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    // What the server asks to wait begins with its answer, whenever that is shown.
    queryCache: new QueryCache({ onError: retryMoment }),
    defaultOptions: {
      queries: {
        // A call without a network fails and says so, instead of waiting without a word.
        networkMode: 'always',
        staleTime: 30_000,
        retry: isWorthRetrying,
        retryOnMount: mayAskAgain,
        refetchOnMount: mayAskAgain,
        refetchOnWindowFocus: mayAskAgain,
        retryDelay: (failures) => 400 * 2 ** failures,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Whether the wait that the server has asked for, if any, is over. */
function mayAskAgain({ state }: Pick<Query, 'state'>): boolean {
  return Date.now() >= retryMoment(state.error)
}

/** Whether a query that has failed so often may well work a moment later. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < RETRIES && isPassing(error)
}

function isPassing(error: Error): boolean {
  // A server that says when to come back is not asked again before.
  if (!(error instanceof ApiError) || error.retryAfterSeconds !== undefined) return false
  return error.kind === 'network' || error.status === 502 || error.status === 503 || error.status === 504
}
