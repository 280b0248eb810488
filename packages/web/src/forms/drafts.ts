import { logFailure } from '#platform/log-failure.ts'
import { lastSessionEnd, onSessionChange, readSignedInEmail } from '#session/session.ts'

const PREFIX = 'draft:'

/** The unsaved values of a form. */
export interface Draft {
  /** Text by field. */
  texts: Record<string, string>
  /** Names of files to choose again; files themselves are not kept. */
  fileNames: string[]
  /** Saved values of these fields when they were edited, so that an old draft does not overwrite newer ones. */
  base: Record<string, unknown>
  /** Time of the draft; missing in drafts of version 0.1.0. */
  at?: string
}

// The key contains the email, so that another admin in the same tab does not see the draft.
const toStorageKey = (name: string) => `${PREFIX}${readSignedInEmail()}/${name}`

/** Returns the signed-in admin's draft of a form in this tab. */
export function readDraft(name: string): Draft | undefined {
  try {
    const storedDraft: Partial<Draft> | null = JSON.parse(sessionStorage.getItem(toStorageKey(name)) ?? 'null')
    // Version 0.1.0 kept file names by field, and no base.
    return storedDraft
      ? { texts: {}, base: {}, ...storedDraft, fileNames: Object.values(storedDraft.fileNames ?? {}) }
      : undefined
  } catch (error) {
    logFailure('A draft could not be read.', error)
    return undefined
  }
}

export function writeDraft(name: string, draft: Draft): void {
  try {
    sessionStorage.setItem(toStorageKey(name), JSON.stringify(draft))
  } catch (error) {
    logFailure('A draft could not be stored.', error)
  }
}

export function deleteDraft(name: string): void {
  sessionStorage.removeItem(toStorageKey(name))
}

/** Deletes all drafts of this tab on a logout in any tab. Returns a function to stop. */
export function deleteDraftsOnLogout(): () => void {
  return onSessionChange(() => {
    if (lastSessionEnd() !== 'signed-out') return
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  })
}
