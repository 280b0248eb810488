import { useSyncExternalStore } from 'react'

let hasUnread = true
const listeners = new Set<() => void>()

export function useHasUnreadNotifications(): boolean {
  return useSyncExternalStore(subscribe, () => hasUnread)
}

export function setHasUnreadNotifications(next: boolean): void {
  hasUnread = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
