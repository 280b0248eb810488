import { ApiError } from '@rapport/core/api/api-error.ts'
import { QueryClient } from '@tanstack/react-query'

const RETRIES = 2

/** Makes the cache of server state. Only what may well work a moment later is tried again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A call without a network fails and says so, instead of waiting without a word.
        networkMode: 'always',
        staleTime: 30_000,
        retry: isWorthRetrying,
        retryDelay: (failures) => 400 * 2 ** failures,
      },
      mutations: { networkMode: 'always' },
    },
  })
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
