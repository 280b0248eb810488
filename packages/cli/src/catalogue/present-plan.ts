import { styleText } from 'node:util'
import { shortText } from '@rapport/core/entities/field-values.ts'
import type { Document } from '#cli/io/output.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import type { SourceLocation } from '@rapport/core/catalogue/read/source-location.ts'
import type { FileIssue } from '@rapport/core/catalogue/read/row.ts'
import { type Action, type Change, type Difference, isPending } from '@rapport/core/catalogue/plan/plan.ts'

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
    table: ({ color }) =>
      planLines(changes, color)
        .map((line) => `${line}\n`)
        .join(''),
    markdown: () => planMarkdown(changes),
  }
}

/** For a merge request: the lines of the terminal in a block, where none of them can end it or be anything but text. */
function planMarkdown(changes: readonly Change[]): string {
  const lines = planLines(changes, false)
  const block = lines.length > 0 ? ['', '```diff', ...lines.map((line) => line.replace(/^~/, '!')), '```'] : []
  return [`**rapport diff:** ${summaryText(changes)}`, ...block].map((line) => `${line}\n`).join('')
}

/** Changes and issues as GitHub shows them beside the lines of the files. */
export function githubAnnotations(changes: readonly Change[], issues: readonly FileIssue[]): string {
  const lines = [
    ...issues.map((issue) => annotation('error', issue, issue.message)),
    ...changes.filter(isPending).map(({ row, key, action, differences }) => {
      const details = differences.map((one) => differenceText(one, action))
      return annotation('notice', row?.location, [`${action} ${key}`, ...details].join('\n'))
    }),
  ]
  return lines.join('\n')
}

function annotation(level: 'error' | 'notice', location: SourceLocation | undefined, message: string): string {
  // The characters that end a property or a message, as @actions/core escapes them.
  const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const property = (name: string, value: string | number | undefined) =>
    value === undefined ? [] : [`${name}=${data(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`]
  // Another server has no lines, and its name is not that of a file.
  const where = location?.line
    ? [...property('file', location.file), ...property('line', location.line), ...property('col', location.column)]
    : []
  return `::${[level, where.join(',')].filter(Boolean).join(' ')}::${data(message)}`
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
  return action === 'create' ? `${field}: ${shortText(to)}` : `${field}: ${shortText(from)} → ${shortText(to)}`
}
