import type { User } from '@rapport/core/users/user.ts'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { lastSessionEnd, onSessionChange, readToken } from '#lib/session.ts'
import { settingsQuery } from '#lib/settings-query.ts'
import type { Outcomes } from './use-bulk-deletion.ts'

/** A deletion that the end of the session has stopped: it is told, and can go on, once the same admin is back. */
export interface InterruptedDeletion {
  users: readonly User[]
  outcomes: Outcomes
  /** Which list they were selected in. */
  filterKey: string
}

let kept: { admin: string; deletion: InterruptedDeletion } | undefined
const listeners = new Set<() => void>()

// Whoever logs out wants nothing of it kept, in whichever tab.
onSessionChange(() => {
  if (lastSessionEnd() === 'signed-out') dropInterrupted()
})

/** Keeps what became of a deletion until `dropInterrupted`, a log-out, or until the page is loaded anew. */
export function keepInterrupted(admin: string, deletion: InterruptedDeletion): void {
  if (lastSessionEnd() === 'signed-out') return
  kept = { admin, deletion }
  for (const listener of listeners) listener()
}

/** Forgets it, once it has been told. */
export function dropInterrupted(): void {
  kept = undefined
  for (const listener of listeners) listener()
}

/** What the end of the signed-in admin's session has interrupted. */
export function useInterrupted(): InterruptedDeletion | undefined {
  const found = useSyncExternalStore(subscribe, current)
  const { data } = useQuery(settingsQuery)
  return found !== undefined && found.admin === data?.email ? found.deletion : undefined
}

/** Not while the session is over: the screen that it came from may stand for a moment. */
function current() {
  return readToken() === null ? undefined : kept
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
