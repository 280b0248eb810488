import type { Row } from '@rapport/core/catalogue/read/row.ts'
import type { Line } from './import-plan.ts'

/** The outcome of a row in the last run. */
export interface RowResult {
  status: 'created' | 'updated' | 'failed' | 'skipped'
  /** Why it failed. */
  reason?: string
}

export type RowResults = ReadonlyMap<Row, RowResult>

/** What becomes of a row or became of it. */
export const ROW_STATES = {
  problem: { tone: 'red', badge: 'Problem', filter: 'Problems', summary: 'with problems' },
  failed: { tone: 'red', badge: 'Failed', filter: 'Failed', summary: 'failed' },
  skipped: { tone: 'neutral', badge: 'Not tried', filter: 'Not tried', summary: 'not tried' },
  create: { tone: 'purple', badge: 'New', filter: 'New', summary: 'new' },
  update: { tone: 'purple', badge: 'Change', filter: 'Changes', summary: 'changed' },
  created: { tone: 'green', badge: 'Created', filter: 'Created', summary: 'created' },
  updated: { tone: 'green', badge: 'Updated', filter: 'Updated', summary: 'updated' },
  unchanged: { tone: 'neutral', badge: 'Unchanged', filter: 'Unchanged', summary: 'unchanged' },
} as const

export type RowState = keyof typeof ROW_STATES

export type RowCounts = Readonly<Partial<Record<RowState, number>>>

/** The outcome of a row that was sent, else what the plan says. */
export function stateOf({ group, base }: Line, results: RowResults): RowState {
  return group === 'problem' ? group : (results.get(base)?.status ?? group)
}

export function countStates(lines: readonly Line[], results: RowResults): RowCounts {
  const counts: Partial<Record<RowState, number>> = {}
  for (const line of lines) {
    const state = stateOf(line, results)
    counts[state] = (counts[state] ?? 0) + 1
  }
  return counts
}

/** What needs a look first. */
const ORDER = ['problem', 'failed', 'skipped', 'create', 'update', 'created', 'updated', 'unchanged'] as const

/** The states that rows have, in their order. */
export function statesIn(counts: RowCounts): RowState[] {
  return ORDER.filter((state) => counts[state] !== undefined)
}

/** Such as "3 created, 1 failed", of these states. */
export function countsText(counts: RowCounts, states: readonly RowState[] = ORDER): string {
  return states
    .filter((state) => counts[state] !== undefined)
    .map((state) => `${counts[state]} ${ROW_STATES[state].summary}`)
    .join(', ')
}
