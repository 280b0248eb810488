import { useSyncExternalStore } from 'react'

/** The browser-held name of the session (specification, section 3). */
const KEY = 'authToken'
/** The email of the session, which the keys of drafts contain. */
const EMAIL_KEY = 'authEmail'

/** How the last session ended: `expired` brings the admin back to the same screen after sign-in. */
export type SessionEnd = 'expired' | 'signed-out'

/** How the last session ended, for the other tabs. */
const END_KEY = 'lastSessionEnd'

let lastEnd: SessionEnd | undefined
const listeners = new Set<() => void>()

/** The stored session token, or null when signed out. */
export function readToken(): string | null {
  return localStorage.getItem(KEY)
}

/** The email that the admin signed in with; empty when it is not known. */
export function readSignedInEmail(): string {
  return localStorage.getItem(EMAIL_KEY) ?? ''
}

/** Stores the email of a session that was stored without one, by version 0.1.0 or by another program. */
export function completeSession(email: string): void {
  if (readToken() !== null && readSignedInEmail() === '') storeEmail(email)
}

/** Stores the token of a fresh sign-in. */
export function startSession(token: string, email: string): void {
  storeEmail(email)
  localStorage.removeItem(END_KEY)
  localStorage.setItem(KEY, token)
  lastEnd = undefined
  notify()
}

/** Clears the token. Every guarded screen then redirects to sign-in, in this tab and in all others. */
export function endSession(end: SessionEnd): void {
  lastEnd = end
  localStorage.setItem(END_KEY, end)
  localStorage.removeItem(EMAIL_KEY)
  localStorage.removeItem(KEY)
  notify()
}

/** How the last session of this tab ended, until the next one starts. */
export function lastSessionEnd(): SessionEnd | undefined {
  return lastEnd
}

/** Calls back whenever the token changes, in this tab or another. Returns the way to stop. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The stored token, kept up to date. */
export function useToken(): string | null {
  return useSyncExternalStore(onSessionChange, readToken)
}

function storeEmail(email: string): void {
  localStorage.setItem(EMAIL_KEY, email.trim().toLowerCase())
}

function storedEnd(): SessionEnd {
  return localStorage.getItem(END_KEY) === 'signed-out' ? 'signed-out' : 'expired'
}

function notify(): void {
  for (const listener of listeners) listener()
}

// Fired by changes in other tabs; `key` is null when one of them cleared the storage.
window.addEventListener('storage', ({ key }) => {
  if (key !== KEY && key !== null) return
  lastEnd = readToken() === null ? storedEnd() : undefined
  notify()
})
