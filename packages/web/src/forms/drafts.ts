import { logFailure } from '#platform/log-failure.ts'
import { lastSessionEnd, onSessionChange, readSignedInEmail } from '#session/session.ts'

const PREFIX = 'draft:'

/** What was typed into a form and not saved. */
export interface Draft {
  /** By field. */
  texts: Record<string, string>
  /** Files are not kept; their names tell which ones to choose again. */
  fileNames: string[]
  /** What was saved of these fields when they were edited, so that an old draft does not overwrite what others saved since. */
  base: Record<string, unknown>
  /** When it was kept; version 0.1.0 did not say. */
  at?: string
}

// The email keeps a draft from the next admin who signs in to the same tab.
const keyOf = (name: string) => `${PREFIX}${readSignedInEmail()}/${name}`

/** The signed-in admin's draft of a form in this tab. */
export function readDraft(name: string): Draft | undefined {
  try {
    const stored: Partial<Draft> | null = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null')
    // Version 0.1.0 kept the names of files by field, and nothing of what was saved.
    return stored ? { texts: {}, base: {}, ...stored, fileNames: Object.values(stored.fileNames ?? {}) } : undefined
  } catch (error) {
    logFailure('A draft could not be read.', error)
    return undefined
  }
}

export function writeDraft(name: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(draft))
  } catch (error) {
    logFailure('Your changes could not be kept as a draft.', error)
  }
}

export function dropDraft(name: string): void {
  sessionStorage.removeItem(keyOf(name))
}

/** Forgets every draft of this tab when the admin logs out, here or in another tab. Returns the way to stop. */
export function dropDraftsOnLogout(): () => void {
  return onSessionChange(() => {
    if (lastSessionEnd() === 'signed-out') dropAllDrafts()
  })
}

function dropAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  }
}
