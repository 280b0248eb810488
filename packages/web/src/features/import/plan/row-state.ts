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

export type RowCounts = Readonly<Partial<Record<RowState, number>>>

/** Returns the outcome of a row, or its planned change. */
export function toRowState({ group, originalRow }: PlannedRow, results: RowResults): RowState {
  if (group === 'problem') return 'problem'
  const state = results.get(originalRow)?.status ?? group
  // The save succeeded, but its response was lost.
  return state === 'failed' && group === 'unchanged' ? group : state
}

const DONE = new Set<RowState>(['created', 'updated', 'unchanged'])

/** Returns true if the server has the row. */
export function isDone(row: PlannedRow, results: RowResults): boolean {
  return DONE.has(toRowState(row, results))
}

/** Returns true if any of the rows has a result of a run. */
export function hasResults(rows: readonly PlannedRow[], results: RowResults): boolean {
  return rows.some(({ originalRow }) => results.has(originalRow))
}

export function countStates(rows: readonly PlannedRow[], results: RowResults): RowCounts {
  const counts: Partial<Record<RowState, number>> = {}
  for (const row of rows) {
    const state = toRowState(row, results)
    counts[state] = (counts[state] ?? 0) + 1
  }
  return counts
}

/** The order of display: states that need attention first. */
const ORDER = ['problem', 'failed', 'skipped', 'create', 'update', 'created', 'updated', 'unchanged'] as const

export function statesIn(counts: RowCounts): RowState[] {
  return ORDER.filter((state) => (counts[state] ?? 0) > 0)
}

/** Formats counts, such as "1 with problems, 3 created". */
export function countsText(counts: RowCounts): string {
  return statesIn(counts)
    .map((state) => `${counts[state]} ${ROW_STATES[state].summary}`)
    .join(', ')
}

export function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}
