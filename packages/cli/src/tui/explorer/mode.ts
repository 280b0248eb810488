import type { Form } from './forms.ts'
import type { View } from './lists.ts'
import type { Choice, ExplorerRow, Dashboard, Problem } from './section.ts'

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
