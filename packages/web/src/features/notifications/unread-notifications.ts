import { useMemo, useSyncExternalStore } from 'react'

const KEY = 'rapportReadNotifications'
/** Ids of the sample notifications that are unread in a new browser. */
const NEW = [1, 2, 3]

const listeners = new Set<() => void>()
const stored = () => localStorage.getItem(KEY) ?? ''
const parse = (text: string) => text.match(/\d+/g)?.map(Number) ?? []

/** Returns the ids of the notifications that were not read in this browser. */
export function useUnreadNotifications(): ReadonlySet<number> {
  const text = useSyncExternalStore(subscribe, stored)
  return useMemo(() => new Set(NEW.filter((id) => !parse(text).includes(id))), [text])
}

export function markAsRead(ids: Iterable<number>): void {
  localStorage.setItem(KEY, JSON.stringify([...new Set([...parse(stored()), ...ids])]))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
