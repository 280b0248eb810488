import { startOfDay } from 'date-fns'
import { useMemo, useSyncExternalStore } from 'react'

const CHECK_MS = 60_000

/** Returns the start of the day in the browser's time zone, updated at midnight. */
export function useToday(): Date {
  const time = useSyncExternalStore(subscribe, () => startOfDay(new Date()).getTime())
  return useMemo(() => new Date(time), [time])
}

function subscribe(check: () => void): () => void {
  const timer = setInterval(check, CHECK_MS)
  document.addEventListener('visibilitychange', check)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', check)
  }
}
