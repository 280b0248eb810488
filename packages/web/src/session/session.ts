import { useSyncExternalStore } from 'react'

/** The storage key of the session token (specification, section 3). */
const TOKEN_KEY = 'authToken'
/** The storage key of the admin's email, which the keys of drafts contain. */
const EMAIL_KEY = 'authEmail'

/** Why a session ended. After `expired`, sign-in returns to the same screen. */
export type SessionEndReason = 'expired' | 'signed-out'

/** The storage key of how the last session ended, for other tabs. */
const END_KEY = 'lastSessionEnd'

let lastEnd: SessionEndReason | undefined
const listeners = new Set<() => void>()

export function readToken(): string | null {
  return localStorage.getItem(TOKEN_KEY)
}

export function readSignedInEmail(): string {
  return localStorage.getItem(EMAIL_KEY) ?? ''
}

/** Adds the email to a session that version 0.1.0 or another program stored without it. */
export function addMissingEmail(email: string): void {
  if (readToken() !== null && readSignedInEmail() === '') storeEmail(email)
}

export function startSession(token: string, email: string): void {
  storeEmail(email)
  localStorage.removeItem(END_KEY)
  localStorage.setItem(TOKEN_KEY, token)
  lastEnd = undefined
  notify()
}

/** Clears the token, after which all guarded screens, in all tabs, redirect to sign-in. */
export function endSession(reason: SessionEndReason): void {
  lastEnd = reason
  localStorage.setItem(END_KEY, reason)
  localStorage.removeItem(EMAIL_KEY)
  localStorage.removeItem(TOKEN_KEY)
  notify()
}

/** Returns how this tab's last session ended; undefined once the next one starts. */
export function lastSessionEnd(): SessionEndReason | undefined {
  return lastEnd
}

/** Calls `listener` when the token changes in any tab. Returns a function to stop. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useToken(): string | null {
  return useSyncExternalStore(onSessionChange, readToken)
}

function storeEmail(email: string): void {
  localStorage.setItem(EMAIL_KEY, email.trim().toLowerCase())
}

function readStoredEnd(): SessionEndReason {
  return localStorage.getItem(END_KEY) === 'signed-out' ? 'signed-out' : 'expired'
}

function notify(): void {
  for (const listener of listeners) listener()
}

// Other tabs have changed the storage; `key` is null if one cleared it.
window.addEventListener('storage', ({ key }) => {
  if (key !== TOKEN_KEY && key !== null) return
  lastEnd = readToken() === null ? readStoredEnd() : undefined
  notify()
})
