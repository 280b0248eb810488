import type { User } from '@rapport/core/users/user.ts'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { logFailure } from '#lib/log-failure.ts'
import { lastSessionEnd, onSessionChange, UNTIL_LOG_OUT } from '#lib/session.ts'
import { settingsQuery } from '#lib/settings-query.ts'
import { isGone, type Outcomes } from './use-bulk-deletion.ts'

/** A deletion that the end of the session has stopped: it is told, and can go on, once the same admin is back. */
export interface InterruptedDeletion {
  users: readonly User[]
  outcomes: Outcomes
  /** Which list they were selected in; undefined once the page has been loaded anew. */
  filterKey: string | undefined
}

interface Kept {
  admin: string
  deletion: InterruptedDeletion
}

const KEY = `${UNTIL_LOG_OUT}interruptedDeletion`

let kept = readKept()
const listeners = new Set<() => void>()

// Whoever logs out wants nothing of it kept, in whichever tab.
onSessionChange(() => {
  if (lastSessionEnd() === 'signed-out') dropInterrupted()
})

/** Keeps it for a reload that comes before all calls have been answered. */
export function foreseeInterrupted(admin: string, deletion: InterruptedDeletion): void {
  if (lastSessionEnd() !== 'signed-out') writeKept({ admin, deletion })
}

/** Keeps what became of a deletion until `dropInterrupted` or a log-out; over a reload, no more than who is left and who is not. */
export function keepInterrupted(admin: string, deletion: InterruptedDeletion): void {
  if (lastSessionEnd() === 'signed-out') return
  kept = { admin, deletion }
  writeKept(kept)
  for (const listener of listeners) listener()
}

/** Forgets it, once the admin has answered. */
export function dropInterrupted(): void {
  kept = undefined
  sessionStorage.removeItem(KEY)
  for (const listener of listeners) listener()
}

/** What the end of the signed-in admin's session has interrupted. */
export function useInterrupted(): InterruptedDeletion | undefined {
  const found = useSyncExternalStore(subscribe, () => kept)
  const { data } = useQuery(settingsQuery)
  return found !== undefined && found.admin === data?.email ? found.deletion : undefined
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What lies in the browser: ids, and nothing else of anybody but the admin. */
interface Stored {
  admin: string
  gone: User['id'][]
  left: User['id'][]
}

function writeKept({ admin, deletion: { users, outcomes } }: Kept): void {
  const idsOf = (gone: boolean) => users.filter(({ id }) => isGone(outcomes.get(id)) === gone).map(({ id }) => id)
  try {
    const stored: Stored = { admin, gone: idsOf(true), left: idsOf(false) }
    sessionStorage.setItem(KEY, JSON.stringify(stored))
  } catch (error) {
    // Storage is full or forbidden: without a reload it is told all the same.
    logFailure('A deletion that was interrupted could not be kept.', error)
  }
}

function readKept(): Kept | undefined {
  const text = sessionStorage.getItem(KEY)
  if (text === null) return undefined
  try {
    const stored: unknown = JSON.parse(text)
    if (!isStored(stored)) return undefined
    const users = [...stored.gone, ...stored.left].map((id): User => ({ id }))
    const outcomes: Outcomes = new Map(users.slice(0, stored.gone.length).map((user) => [user.id, { user }]))
    return { admin: stored.admin, deletion: { users, outcomes, filterKey: undefined } }
  } catch (error) {
    logFailure('A deletion that was interrupted could not be read.', error)
    return undefined
  }
}

function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null) return false
  if (!('admin' in value && 'gone' in value && 'left' in value)) return false
  return typeof value.admin === 'string' && isIds(value.gone) && isIds(value.left) && value.left.length > 0
}

function isIds(value: unknown): value is User['id'][] {
  return Array.isArray(value) && value.every((id) => typeof id === 'number' || typeof id === 'string')
}
