import type { Choice, Dashboard, ExplorerRow, Problem, RecordPage, SectionField, SectionQuery } from './section.ts'
import type { TextLine } from './text-line.ts'

/** The state of a section's list, kept while another section is shown. */
export interface View {
  search: TextLine
  sort: string
  filter: string
  /** Index of the selected record, over all pages. */
  index: number
  /** The page that was loaded last; undefined before the first. */
  list: (RecordPage & { query: SectionQuery }) | undefined
  problem: Problem | undefined
}

/** The fields to edit, and the index of the focused one. */
export interface Form {
  title: string
  fields: readonly FormField[]
  focusedIndex: number
  /** Errors of the last submission, or a warning to confirm. */
  messages: readonly string[]
}

export interface FormField extends Pick<SectionField, 'name' | 'label' | 'help' | 'choices'> {
  line: TextLine
  isSecret?: boolean
  isMultiline?: boolean
}

/** The current view, which decides what keys do. */
export type Mode =
  | { name: 'list' | 'search' | 'help' }
  | { name: 'dashboard'; dashboard?: Dashboard; problem?: Problem }
  | { name: 'menu'; setting: 'sort' | 'filter'; choices: readonly Choice[]; index: number }
  | { name: 'details'; row: ExplorerRow; top: number }
  | { name: 'edit'; row: ExplorerRow | undefined; form: Form; isBusy: boolean }
  | { name: 'signIn'; form: Form; isBusy: boolean; back: Mode }
  | { name: 'question'; row: ExplorerRow; isBusy: boolean; isUndoable?: boolean }

export type ModeOf<Name extends Mode['name']> = Extract<Mode, { name: Name }>

export type FormMode = Extract<Mode, { form: Form }>

/** The outcome of an action. */
export interface Notice {
  status: 'success' | 'error' | 'info'
  lines: readonly string[]
}

export const info = (line: string): Notice => ({ status: 'info', lines: [line] })
export const success = (lines: readonly string[]): Notice => ({ status: 'success', lines })

export interface ExplorerState {
  section: number
  views: readonly View[]
  isLoading: boolean
  mode: Mode
  notice: Notice | undefined
}

/** How the explorer ended; `wasWriting` if a write was pending. */
export interface ExplorerExit {
  wasInterrupted: boolean
  wasWriting: boolean
}
