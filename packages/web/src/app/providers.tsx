import { CSPProvider } from '@base-ui/react/csp-provider'
import { ApiError } from '@rapport/core/api/api-error.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { deleteDraftsOnLogout } from '#forms/drafts.ts'
import { onSessionChange, readToken } from '#session/session.ts'
import { Toaster } from '#ui/feedback/toaster.tsx'

/** The providers of the signed-in screens. The end of a session unmounts them, which clears the query cache. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)

  useEffect(deleteDraftsOnLogout, [])
  useEffect(() => {
    let token = readToken()
    return onSessionChange(() => {
      const next = readToken()
      // After a sign-in in another tab, the cache still holds the previous admin's data.
      if (next !== null && next !== token) void client.resetQueries()
      token = next
    })
  }, [client])

  return (
    // The content security policy allows no style elements; styles.css and the modules hold all styles.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        {children}
        <Toaster />
      </QueryClientProvider>
    </CSPProvider>
  )
}

const RETRIES = 2

function createQueryClient(): QueryClient {
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
