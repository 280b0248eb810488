import { useQueryClient, type Query } from '@tanstack/react-query'
import { RefreshCw, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { canReachServer, isOffline, useOffline, whileOffline } from '#lib/connection.ts'
import { queryKeys } from '#lib/query-keys.ts'
import { Button } from '#ui/button.tsx'
import styles from './banner.module.css'

/** What concerns every screen: no connection, or a newer version of the console at the server. */
export function Banner() {
  const offline = useOffline()
  const outdated = useOutdated()
  useRefetchWhenBack(offline)
  if (!offline && !outdated) return null
  return (
    <div role="status" className={styles['banner']}>
      {offline ? (
        <p className={styles['offline']}>
          <WifiOff aria-hidden="true" />
          <span>
            <strong>No connection.</strong> What is on the screen can still be read, and what you type is kept. Saving
            works again once the connection is back.
          </span>
        </p>
      ) : (
        <p className={styles['outdated']}>
          <RefreshCw aria-hidden="true" />
          <span>
            <strong>A new version is ready.</strong> A part of this one could not be loaded. What you have typed into a
            form is kept.
          </span>
          <Button size="small" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </p>
      )}
    </div>
  )
}

/** Whether code was asked for that the server does not have, as after a deployment. */
function useOutdated(): boolean {
  const [outdated, setOutdated] = useState(false)
  useEffect(() => {
    const judge = async () => {
      if (!isOffline() && (await canReachServer())) setOutdated(true)
    }
    const note = () => void judge()
    window.addEventListener('vite:preloadError', note)
    return () => window.removeEventListener('vite:preloadError', note)
  }, [])
  return outdated
}

/** Asks again while there is no connection, for the banner to go by itself; what failed meanwhile is then loaded. */
function useRefetchWhenBack(offline: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!offline) return undefined
    const stop = whileOffline(() => {
      // A slow server gets the time that its answer takes.
      void client.refetchQueries({ queryKey: queryKeys.settings }, { cancelRefetch: false })
    })
    return () => {
      stop()
      void client.refetchQueries({ type: 'active', predicate: (query) => hasFailed(query) || query.isStale() })
    }
  }, [offline, client])
}

function hasFailed({ state }: Query): boolean {
  return state.status === 'error'
}
