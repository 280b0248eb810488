import type { ServerRecord, Tone } from '@rapport/core/entities/entity.ts'
import type { Column } from '#cli/output/table.ts'

/** A record as the explorer shows it. */
export interface ExplorerRow {
  id: string
  /** The name in the prompt before a deletion. */
  name: string
  cells: readonly { text: string; tone?: Tone | undefined }[]
  details: readonly { title: string; text: string }[]
  /** Texts of the form by field name. */
  texts: Readonly<Record<string, string>>
  /** The record when an edit begins. */
  record: ServerRecord
}

/** A page of matching records; `total` counts the matches on all pages, and is a minimum if `totalIsMinimum`. */
export interface RecordPage {
  rows: readonly ExplorerRow[]
  total: number
  totalIsMinimum?: boolean
}

export interface SectionQuery {
  search: string
  /** Values of `sorts` and `filters`; empty for none. */
  sort: string
  filter: string
  /** The index of the page, from 0. */
  page: number
  size: number
}

export interface SectionField {
  name: string
  label: string
  help: string
  /** The text of a new record. */
  initial: string
  /** Values to choose from with the arrow keys. */
  choices?: readonly string[] | undefined
  isMultiline: boolean
}

export interface Choice {
  label: string
  value: string
}

/** What the explorer needs to list, change and delete the records of an entity. */
export interface Section {
  title: string
  singular: string
  columns: readonly Pick<Column<ExplorerRow>, 'title' | 'dropOrder'>[]
  emptyMessages: { noRecords: string; noMatches: string }
  /** The fields of a form; empty if records cannot be created and edited. */
  fields: readonly SectionField[]
  sorts: readonly Choice[]
  filters: () => readonly Choice[]
  /** Returns the rows of a query; a promise if that needs a call. */
  load: (query: SectionQuery, signal: AbortSignal) => RecordPage | Promise<RecordPage>
  clearCache: () => void
  /** Returns a warning to confirm before these changes are saved. */
  warningFor?: (row: ExplorerRow, texts: Record<string, string>) => string | undefined
  /** Saves changes, or a new record. Resolves with lines for the notice. */
  save: (row: ExplorerRow | undefined, texts: Record<string, string>, signal: AbortSignal) => Promise<string[]>
  /** Whether the server has a trash. */
  isUndoable: (signal: AbortSignal) => Promise<boolean>
  /** Deletes a record. Resolves with lines for the notice. */
  delete: (row: ExplorerRow, isUndoable: boolean, signal: AbortSignal) => Promise<string[]>
}

export interface Dashboard {
  numbers: readonly { label: string; value: number; percent?: number }[]
  /** The sign-ups of each day. */
  signUps: { title: string; counts: readonly number[]; first: string; last: string }
}

/** An error as lines of text. */
export interface Problem {
  lines: readonly string[]
  /** Whether there is no session, or it has ended. */
  needsSignIn: boolean
}

export interface ExplorerOptions {
  sections: readonly Section[]
  loadDashboard: (signal: AbortSignal) => Promise<Dashboard>
  target: { profile: string; apiUrl: string }
  isSignedIn: boolean
  /** The address of the last sign-in; empty if there was none. */
  email: () => string
  /** Signs in; undefined if the session would not be used. */
  signIn: ((email: string, password: string, signal: AbortSignal) => Promise<void>) | undefined
  describe: (error: unknown) => Problem
}
