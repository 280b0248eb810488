import type { ServerRecord, Tone } from '@rapport/core/entities/entity.ts'
import type { Column } from '#cli/io/table.ts'

/** One record, as the browser shows it. */
export interface BrowserRow {
  id: string
  /** Its title in the question before it is deleted. */
  name: string
  cells: readonly { text: string; tone?: Tone | undefined }[]
  details: readonly { title: string; text: string }[]
  /** The section's fields as text, by their names. */
  texts: Readonly<Record<string, string>>
  /** What an edit of it begins with. */
  record: ServerRecord
}

/** A page of the records that match; `total` counts the matches on all pages, or how many there are at least. */
export interface Listed {
  rows: readonly BrowserRow[]
  total: number
  isMinimum?: boolean
}

export interface SectionQuery {
  search: string
  /** The values of a sort and a filter of the section; empty for none. */
  sort: string
  filter: string
  /** From 0 up. */
  page: number
  size: number
}

/** A field that can be created and edited. */
export interface SectionField {
  name: string
  label: string
  help: string
  /** What a new record begins with. */
  initial: string
  choices?: readonly string[] | undefined
  /** The text may have line breaks. */
  isMultiline: boolean
}

export interface Choice {
  label: string
  value: string
}

/** The records of an entity: how the browser lists, changes and deletes them without knowing what they are. */
export interface Section {
  title: string
  /** The noun for one record. */
  singular: string
  columns: readonly Pick<Column<BrowserRow>, 'title' | 'dropOrder'>[]
  /** The text of an empty list, and of a search without matches. */
  emptyTexts: { all: string; found: string }
  /** Empty where records cannot be created and edited. */
  fields: readonly SectionField[]
  sorts: readonly Choice[]
  filters: () => readonly Choice[]
  /** Whether a search is a call, which waits for a pause in the typing. */
  searchesOnServer: () => boolean
  /** The answer to a query where no call is needed. */
  cached: (query: SectionQuery) => Listed | undefined
  /** Reads the answer to a query into the cache. */
  load: (query: SectionQuery, signal: AbortSignal) => Promise<void>
  clearCache: () => void
  /** What is to be confirmed before these changes of a record are saved. */
  warningOf?: (row: BrowserRow, texts: Record<string, string>) => string | undefined
  /** Saves the changes, or a new record; resolves with lines for the notice. */
  save: (row: BrowserRow | undefined, texts: Record<string, string>, signal: AbortSignal) => Promise<string[]>
  /** Whether the server keeps what is deleted in a trash. */
  isUndoable: (signal: AbortSignal) => Promise<boolean>
  /** Deletes a record; resolves with lines for the notice. */
  delete: (row: BrowserRow, isUndoable: boolean, signal: AbortSignal) => Promise<string[]>
}

/** The numbers of the dashboard. */
export interface Dashboard {
  numbers: readonly { label: string; value: number; percent?: number }[]
  /** How many users joined, a number for each day. */
  signUps: { title: string; counts: readonly number[]; first: string; last: string }
}

/** An error, in the words of the other commands. */
export interface Problem {
  lines: readonly string[]
  /** There is no session, or it has ended. */
  needsSignIn: boolean
}

export interface BrowserOptions {
  sections: readonly Section[]
  loadDashboard: (signal: AbortSignal) => Promise<Dashboard>
  /** Where everything goes: always on the screen. */
  target: { profile: string; apiUrl: string }
  isSignedIn: boolean
  /** The address that the profile was signed in with; empty where it never was. */
  email: () => string
  /** Starts a session; undefined where another would not be used. */
  signIn: ((email: string, password: string, signal: AbortSignal) => Promise<void>) | undefined
  describe: (error: unknown) => Problem
}
