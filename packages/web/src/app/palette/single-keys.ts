import { useSyncExternalStore } from 'react'

const KEY = 'singleKeyShortcuts'
const OFF = 'off'
const listeners = new Set<() => void>()

/** Whether single-key shortcuts are on; the admin can turn them off (WCAG 2.2, 2.1.4). */
export function useSingleKeys(): readonly [boolean, (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, areSingleKeysOn), setSingleKeys]
}

/** Whether single-key shortcuts are on, read once. */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(KEY) !== OFF
}

function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, OFF)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
