import type { Column } from '#cli/io/table.ts'

/** One record, as the browser shows it. */
export interface BrowserRow {
  id: string
  /** Its title in the question before it is deleted. */
  name: string
  cells: readonly string[]
  details: readonly { title: string; text: string }[]
  /** What may be edited, by the names of the section's fields. */
  texts: Readonly<Record<string, string>>
}

/** A page of the records that match; `total` counts the matches on all pages, or how many there are at least. */
export interface Listed {
  rows: readonly BrowserRow[]
  total: number
  isMinimum?: boolean
}

export interface SectionQuery {
  search: string
  /** From 0 up. */
  page: number
  size: number
}

/** The records of an entity: how the browser lists, changes and deletes them without knowing what they are. */
export interface Section {
  title: string
  /** The noun for one record. */
  one: string
  columns: readonly Pick<Column<BrowserRow>, 'title' | 'dropOrder'>[]
  /** The text of an empty list, and of a search without matches. */
  none: { all: string; found: string }
  /** What may be edited; nothing when empty. */
  fields: readonly { name: string; label: string }[]
  /** Whether a search is a call, which waits for a pause in the typing. */
  asksServer: () => boolean
  /** The answer to a query where it is known without a call. */
  held: (query: SectionQuery) => Listed | undefined
  /** Makes `held` know the answer. */
  load: (query: SectionQuery, signal: AbortSignal) => Promise<void>
  /** Makes `held` know nothing, so that what is shown next is read again. */
  forget: () => void
  /** Saves the changes; resolves with lines for the notice. */
  save: (row: BrowserRow, changes: Record<string, string>, signal: AbortSignal) => Promise<string[]>
  /** Deletes a record; resolves with a line for the notice. */
  delete: (row: BrowserRow, signal: AbortSignal) => Promise<string>
}

/** An error, in the words of the other commands. */
export interface Problem {
  lines: readonly string[]
  /** There is no session, or it has ended. */
  needsSignIn: boolean
}

export interface BrowserOptions {
  sections: readonly Section[]
  /** Where everything goes: always on the screen. */
  target: { profile: string; apiUrl: string }
  isSignedIn: boolean
  /** The address that the profile was signed in with; empty where it never was. */
  email: () => string
  /** Starts a session; undefined where another would not be used. */
  signIn: ((email: string, password: string, signal: AbortSignal) => Promise<void>) | undefined
  describe: (error: unknown) => Problem
}
