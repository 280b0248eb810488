import { useSyncExternalStore } from 'react'

/** How often the server is asked again while it cannot be reached. */
const PROBE_MS = 5000
/** How long the server of the console has to answer. */
const ANSWER_MS = 5000

let unreachable = false
const listeners = new Set<() => void>()

/** Told of every call: one that got no answer means that there is no connection, any answer that there is. */
export function noteConnection(reached: boolean): void {
  if (unreachable === !reached) return
  unreachable = !reached
  for (const listener of listeners) listener()
}

/** Whether the browser says that it is offline, or the last call got no answer. */
export function useOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline)
}

/** As `useOffline`, at this moment. */
export function isOffline(): boolean {
  return !navigator.onLine || unreachable
}

/** Asks whether the server of the console answers, and notes it when it does not. */
export async function canReachServer(): Promise<boolean> {
  const reached = navigator.onLine && (await isAnswering())
  if (!reached) noteConnection(false)
  return reached
}

async function isAnswering(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const { status } = await fetch(new Request(window.location.href, { method: 'HEAD', cache: 'no-store', signal }))
    return status < 500
  } catch {
    // Whatever it is, there was no answer.
    return false
  }
}

/** Calls `attempt` every few seconds, and at once when the browser is online again. Returns the way to stop. */
export function whileOffline(attempt: () => void): () => void {
  const timer = setInterval(attempt, PROBE_MS)
  window.addEventListener('online', attempt)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', attempt)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
