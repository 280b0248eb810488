import { ApiError } from '@rapport/core/api/api-error.ts'
import { QueryClient } from '@tanstack/react-query'

const RETRIES = 2

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network, a call fails instead of being paused.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (failures, error) => failures < RETRIES && isTransient(error),
        retryDelay: (failures) => 400 * 2 ** failures,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

function isTransient(error: Error): boolean {
  // An early retry is useless if the server names a time to wait.
  if (!(error instanceof ApiError) || error.retryAfterSeconds !== undefined) return false
  return error.kind === 'network' || error.status === 502 || error.status === 503 || error.status === 504
}
