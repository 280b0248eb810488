import { styleText } from 'node:util'
import { formatKey } from '@rapport/core/catalogue/plan/match.ts'
import { type Action, type Change, type Difference, isPending } from '@rapport/core/catalogue/plan/plan.ts'
import type { FileIssue, SourceLocation } from '@rapport/core/catalogue/read/row.ts'
import { fieldText } from '@rapport/core/client/merge-error.ts'
import { pluralize } from '@rapport/core/text/pluralize.ts'
import { CliError } from '#cli/io/errors.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import type { Document } from '#cli/output/document.ts'

function summarize(changes: readonly Change[]) {
  const summary = { total: changes.length, create: 0, update: 0, delete: 0, unchanged: 0 }
  for (const { action } of changes) summary[action] += 1
  return summary
}

export function formatSummary(changes: readonly Change[]): string {
  const { create, update, delete: deletions, unchanged } = summarize(changes)
  return `${create} to create, ${update} to update, ${deletions} to delete, ${unchanged} unchanged`
}

/** The plan as data: one row per changed record. */
export function planDocument(changes: readonly Change[]): Document {
  const changedRecords = changes.filter(({ action }) => action !== 'unchanged')
  return {
    shape: 'results',
    rows: changedRecords.map(({ key, action, differences }) => ({ key, action, changes: differences })),
    fields: ['key', 'action', 'changes'],
    summary: summarize(changes),
    table: ({ color }) =>
      planLines(changes, color)
        .map((line) => `${line}\n`)
        .join(''),
    markdown: () => planMarkdown(changes),
  }
}

/** Formats the plan for a merge request, as a code block that no value can close. */
function planMarkdown(changes: readonly Change[]): string {
  const lines = planLines(changes, false)
  const block = lines.length > 0 ? ['', '```diff', ...lines.map((line) => line.replace(/^~/, '!')), '```'] : []
  return [`**rapport diff:** ${formatSummary(changes)}`, ...block].map((line) => `${line}\n`).join('')
}

/** Formats changes and issues as annotations of GitHub Actions. */
export function githubAnnotations(changes: readonly Change[], issues: readonly FileIssue[]): string {
  const lines = [
    ...issues.map((issue) => annotation('error', issue, issue.message)),
    ...changes.filter(isPending).map(({ row, key, action, differences }) => {
      const details = differences.map((difference) => formatDifference(difference, action))
      return annotation('notice', row?.location, [`${action} ${key}`, ...details].join('\n'))
    }),
  ]
  return lines.join('\n')
}

function annotation(level: 'error' | 'notice', location: SourceLocation | undefined, message: string): string {
  // Escapes like @actions/core.
  const escapeData = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const escapeProperty = (value: unknown) => escapeData(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')
  // Another server has no file and no lines.
  const { file, line, column: col } = location?.line ? location : {}
  const properties = Object.entries({ file, line, col }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapeProperty(value)}`],
  )
  return `::${[level, properties.join(',')].filter(Boolean).join(' ')}::${escapeData(message)}`
}

const SIGNS: Record<Action, string> = { create: '+', update: '~', delete: '-', unchanged: ' ' }
const TONES = { create: 'green', update: 'yellow', delete: 'red', unchanged: 'reset' } as const

/** Returns escaped lines for the terminal: one per changed record, followed by its fields. */
export function planLines(changes: readonly Change[], color: boolean): string[] {
  return changes
    .filter(({ action }) => action !== 'unchanged')
    .flatMap(({ key, action, differences }) => {
      const head = `${SIGNS[action]} ${visibleLine(key)}`
      const title = color ? styleText(TONES[action], head, { validateStream: false }) : head
      return [title].concat(differences.map((difference) => `    ${visibleLine(formatDifference(difference, action))}`))
    })
}

export function formatDifference({ field, from, to }: Difference, action: Action): string {
  const [before, after] = [from, to].map((value) => fieldText(field, value))
  return action === 'create' ? `${field}: ${after}` : `${field}: ${before} → ${after}`
}

export function invalidRowsError(issues: readonly FileIssue[], hint?: string): CliError {
  const count = pluralize(issues.length, 'error')
  const files = new Set(issues.map(({ file }) => file))
  const message = `There ${issues.length === 1 ? 'is' : 'are'} ${count} in ${[...files].join(', ')}. Nothing was changed.`
  return new CliError('bad_rows', message, { issues: issues.map(formatIssue), hint })
}

/** Formats an issue for JSON. Without a line, the record's key is part of the message. */
export function formatIssue({ file, line, column, message, row }: FileIssue) {
  if (line !== undefined || !row) return { file, line, column, message }
  return { file, message: `${formatKey(row.entity, row.values)}: ${message}` }
}
