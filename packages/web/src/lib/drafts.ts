import { logFailure } from './log-failure.ts'

const PREFIX = 'draft:'

interface Draft {
  /** The form's texts by field. */
  texts: Record<string, string>
  /** The names of the files that were chosen, by field. */
  fileNames: Record<string, string>
  /** Milliseconds since 1970. */
  savedAt: number
}

/** What was typed into a form and not saved, with those of its files that are still at hand. */
export interface StoredDraft extends Draft {
  files: Record<string, File>
}

/** Files outlive the way to sign-in and back, but no reload: text alone goes into the browser's storage. */
const files = new Map<string, Record<string, File>>()

/** The draft of a form in this tab, or undefined when there is none. */
export function readDraft(name: string): StoredDraft | undefined {
  const stored = sessionStorage.getItem(PREFIX + name)
  const draft = stored === null ? undefined : parseDraft(stored)
  return draft && { ...draft, files: files.get(name) ?? {} }
}

/** Keeps a form's texts for as long as the tab is open, and its files until the page is loaded anew. */
export function writeDraft(name: string, texts: Record<string, string>, chosen: Record<string, File>): void {
  const fileNames = Object.fromEntries(Object.entries(chosen).map(([field, file]) => [field, file.name]))
  files.set(name, chosen)
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify({ texts, fileNames, savedAt: Date.now() } satisfies Draft))
  } catch (error) {
    // Storage is full or forbidden: the form itself goes on working.
    logFailure('What was typed could not be kept as a draft.', error)
  }
}

/** Forgets a form's draft, once it is saved or given up. */
export function dropDraft(name: string): void {
  files.delete(name)
  sessionStorage.removeItem(PREFIX + name)
}

/** Forgets every draft of this tab, as when the admin signs out. */
export function dropAllDrafts(): void {
  files.clear()
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  }
}

function parseDraft(stored: string): Draft | undefined {
  try {
    const value: unknown = JSON.parse(stored)
    if (!isRecord(value) || !isRecord(value['texts']) || !isRecord(value['fileNames'])) return undefined
    const { texts, fileNames, savedAt } = value
    return { texts: textsOf(texts), fileNames: textsOf(fileNames), savedAt: Number(savedAt) }
  } catch (error) {
    logFailure('A draft could not be read.', error)
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function textsOf(record: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
