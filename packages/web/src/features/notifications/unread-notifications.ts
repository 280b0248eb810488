import { useMemo, useSyncExternalStore } from 'react'

const KEY = 'rapportReadNotifications'
/** Ids of the sample notifications that are unread in a new browser. */
const NEW = [1, 2, 3]

const stored = () => localStorage.getItem(KEY) ?? ''
const parse = (text: string) => text.match(/\d+/g)?.map(Number) ?? []

/** Returns the ids of the notifications that were not read in this browser. */
export function useUnreadNotifications(): ReadonlySet<number> {
  const text = useSyncExternalStore(subscribe, stored)
  return useMemo(() => new Set(NEW.filter((id) => !parse(text).includes(id))), [text])
}

export function markAsRead(ids: Iterable<number>): void {
  localStorage.setItem(KEY, JSON.stringify([...new Set([...parse(stored()), ...ids])]))
  // The browser tells only the other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
}

function subscribe(listener: () => void) {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}
