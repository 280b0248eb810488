import { useSyncExternalStore } from 'react'

const KEY = 'singleKeyShortcuts'
const OFF = 'off'
const listeners = new Set<() => void>()

/** Whether shortcuts of a single character act; they can be switched off (WCAG 2.2, 2.1.4). */
export function useSingleKeys(): readonly [boolean, (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, singleKeysAct), setSingleKeys]
}

/** Whether shortcuts of a single character act, at this moment. */
export function singleKeysAct(): boolean {
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
