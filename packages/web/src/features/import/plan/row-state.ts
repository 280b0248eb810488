import type { Row } from '@rapport/core/catalogue/read/row.ts'
import type { PlannedRow } from './import-plan.ts'

/** The outcome of a row in the last run. */
export interface RowResult {
  status: 'created' | 'updated' | 'failed' | 'skipped'
  reason?: string
  fieldErrors?: Readonly<Record<string, string>>
  /** Saved fields. */
  fields?: readonly string[]
}

export type RowResults = ReadonlyMap<Row, RowResult>

/** The states of rows, before and after a run. */
export const ROW_STATES = {
  problem: { tone: 'red', shape: 'dash', badge: 'Problem', filter: 'Problems', summary: 'with problems' },
  failed: { tone: 'red', shape: 'ring', badge: 'Failed', filter: 'Failed', summary: 'failed' },
  skipped: { tone: 'neutral', shape: undefined, badge: 'Not tried', filter: 'Not tried', summary: 'not tried' },
  create: { tone: 'purple', shape: 'plus', badge: 'New', filter: 'New', summary: 'new' },
  update: { tone: 'amber', shape: 'ring', badge: 'Change', filter: 'Changes', summary: 'changed' },
  created: { tone: 'green', shape: 'dot', badge: 'Created', filter: 'Created', summary: 'created' },
  updated: { tone: 'green', shape: 'dot', badge: 'Updated', filter: 'Updated', summary: 'updated' },
  unchanged: { tone: 'neutral', shape: undefined, badge: 'Unchanged', filter: 'Unchanged', summary: 'unchanged' },
} as const

export type RowState = keyof typeof ROW_STATES

/** A row of the plan with its outcome, or else its planned change. */
export interface ImportRow extends PlannedRow {
  state: RowState
  /** Undefined before the row was sent. */
  result: RowResult | undefined
}

export function withState(row: PlannedRow, results: RowResults): ImportRow {
  const result = results.get(row.originalRow)
  const { group } = row
  // After a failure of an unchanged row, the save succeeded, but its response was lost.
  const isSaved = group === 'problem' || (result?.status === 'failed' && group === 'unchanged')
  return { ...row, result, state: isSaved ? group : (result?.status ?? group) }
}

export const wasImported = ({ state }: ImportRow) => state === 'created' || state === 'updated'

const ORDER = ['problem', 'failed', 'skipped', 'create', 'update', 'created', 'updated', 'unchanged'] as const

/** Groups rows by state, in the order of display: states that need attention first. */
export function byState(rows: readonly ImportRow[]) {
  const groups = Map.groupBy(rows, ({ state }) => state)
  return ORDER.map((state) => ({ state, rows: groups.get(state) ?? [] })).filter((group) => group.rows.length > 0)
}

/** Formats the numbers of rows, such as "1 with problems, 3 created". */
export function countsText(rows: readonly ImportRow[]): string {
  return byState(rows)
    .map((group) => `${group.rows.length} ${ROW_STATES[group.state].summary}`)
    .join(', ')
}

export function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}
