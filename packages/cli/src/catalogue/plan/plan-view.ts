import { styleText } from 'node:util'
import type { Document } from '#cli/io/output.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import type { Action, Change, Difference } from './plan.ts'

export type PlanSummary = Record<'total' | 'create' | 'update' | 'delete' | 'unchanged', number>

function summaryOf(changes: readonly Change[]): PlanSummary {
  const summary: PlanSummary = { total: changes.length, create: 0, update: 0, delete: 0, unchanged: 0 }
  for (const { action } of changes) summary[action] += 1
  return summary
}

/** The counts in words. */
export function summaryText(changes: readonly Change[]): string {
  const { create, update, delete: deleted, unchanged } = summaryOf(changes)
  return `${create} to create, ${update} to update, ${deleted} to delete, ${unchanged} unchanged`
}

/** The plan as data: one row for each record that differs. */
export function planDocument(changes: readonly Change[]): Document {
  const differing = changes.filter(({ action }) => action !== 'unchanged')
  return {
    shape: 'results',
    rows: differing.map(({ key, action, differences }) => ({ key, action, changes: differences })),
    fields: ['key', 'action', 'changes'],
    summary: summaryOf(changes),
    forPeople: ({ color }) =>
      planLines(changes, color)
        .map((line) => `${line}\n`)
        .join(''),
  }
}

const SIGNS: Record<Action, string> = { create: '+', update: '~', delete: '-', unchanged: ' ' }
const TONES = { create: 'green', update: 'yellow', delete: 'red', unchanged: 'reset' } as const

/** Lines for the terminal, escaped: one for each record that differs, and its fields below. */
export function planLines(changes: readonly Change[], color: boolean): string[] {
  return changes
    .filter(({ action }) => action !== 'unchanged')
    .flatMap(({ key, action, differences }) => {
      const head = `${SIGNS[action]} ${visibleLine(key)}`
      const painted = color ? styleText(TONES[action], head, { validateStream: false }) : head
      return [painted].concat(differences.map((one) => `    ${visibleLine(differenceText(one, action))}`))
    })
}

export function differenceText({ field, from, to }: Difference, action: Action): string {
  return action === 'create' ? `${field}: ${shortened(to)}` : `${field}: ${shortened(from)} → ${shortened(to)}`
}

const LONGEST = 60

function shortened(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '(nothing)' : String(value)
  const quoted = JSON.stringify(value)
  return quoted.length > LONGEST ? `${quoted.slice(0, LONGEST).toWellFormed()}…"` : quoted
}
