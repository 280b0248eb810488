import type { Form } from './forms.ts'
import type { ListsState } from './lists.ts'
import type { Menu } from './menu.ts'
import type { ExplorerRow, Dashboard, Problem } from './section.ts'

/** The current view, which decides what keys do. */
export type Mode =
  | { name: 'list' | 'search' | 'help' }
  | { name: 'dashboard'; dashboard?: Dashboard; problem?: Problem }
  | { name: 'menu'; menu: Menu }
  | { name: 'details'; row: ExplorerRow; top: number }
  | { name: 'edit'; row: ExplorerRow | undefined; form: Form; isBusy: boolean }
  | { name: 'signIn'; form: Form; isBusy: boolean; back: Mode }
  | { name: 'question'; row: ExplorerRow; isBusy: boolean; isUndoable?: boolean }

export type FormMode = Extract<Mode, { form: Form }>

/** The outcome of an action. */
export interface Notice {
  status: 'success' | 'error' | 'info'
  lines: readonly string[]
}

export const info = (line: string): Notice => ({ status: 'info', lines: [line] })
export const success = (lines: readonly string[]): Notice => ({ status: 'success', lines })

export interface ExplorerState extends ListsState {
  mode: Mode
  notice: Notice | undefined
}

/** How the explorer ended; `wasWriting` if a write was pending. */
export interface ExplorerExit {
  wasInterrupted: boolean
  wasWriting: boolean
}
