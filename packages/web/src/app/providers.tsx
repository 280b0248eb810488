import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { createQueryClient } from '#data/query-client.ts'
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
