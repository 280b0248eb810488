import { columnToField } from '@rapport/core/catalogue/read/row.ts'
import { withCents } from '@rapport/core/entities/field-values.ts'
import { valueText } from '@rapport/core/text/value-text.ts'
import { writeCsv } from '@rapport/core/text/write-csv.ts'
import { safeJson, visibleLine, visibleText } from '#cli/io/terminal-text.ts'
import { CliError } from '../io/errors.ts'
import type { ExitCode } from '../io/exit-codes.ts'
import type { Column, TableOptions } from './table.ts'

export const OUTPUT_FORMATS = ['table', 'json', 'ndjson', 'csv', 'yaml', 'markdown'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

/** Data for stdout: a list, one record, or the results of a bulk operation with their summary. */
export interface Document {
  shape: 'list' | 'record' | 'results'
  rows: readonly object[]
  /** API field names, in the order of a CSV; those of the command by default. */
  fields?: readonly string[]
  /** Rows for CSV and --fields, where nested objects are flattened. */
  csvRows?: readonly object[] | undefined
  /** Renders the table format; prints nothing by default. Not used with --fields. */
  table?: (options: TableOptions) => string | Promise<string>
  /** Renders Markdown; a table by default. Not used with --fields. */
  markdown?: () => string
  summary?: object
}

type ListedDocument = Document & Required<Pick<Document, 'fields'>>

/** The output of a command: data for stdout, info for stderr, an error, and the exit code. */
export interface Presentation {
  document?: Document
  info?: string
  problem?: unknown
  exitCode?: ExitCode
}

export interface OutputOptions extends TableOptions {
  format: OutputFormat
  /** The chosen fields; all if empty. */
  fields: readonly string[]
}

/**
 * Renders a document. JSON and CSV are exact in a pipe; on a terminal all output is escaped. Throws `CliError` (usage) for an
 * unknown field.
 */
export async function renderDocument(document: ListedDocument, options: OutputOptions): Promise<string> {
  const fields = resolveFields(document, options.fields)
  if (options.format === 'table') return renderAsTable(document, fields, options)
  const rows = fields ? document.rows.map((row) => pick(row, fields)) : document.rows
  if (options.format === 'ndjson') return rows.map((row) => `${safeJson(row)}\n`).join('')
  if (options.format === 'json') {
    return `${safeJson(toJson(document, rows), options.isTerminal ? 2 : undefined)}\n`
  }
  if (options.format === 'yaml') {
    const { formatYaml } = await import('./yaml-text.ts')
    const text = formatYaml(toJson(document, rows))
    return options.isTerminal ? visibleText(text) : text
  }
  if (options.format === 'markdown' && !fields && document.markdown) return document.markdown()
  const names = fields ?? document.fields
  const csvRows = document.csvRows ?? document.rows
  const cells = csvRows.map((row) => names.map((name) => getOwnValue(row, name)))
  if (options.format === 'markdown') return markdownTable(names, cells)
  const text = writeCsv([names, ...cells])
  return options.isTerminal ? visibleText(text.replaceAll('\r\n', '\n')) : text
}

function toJson({ shape, summary }: Document, rows: readonly object[]): unknown {
  if (shape === 'list') return rows
  return shape === 'record' ? rows[0] : { results: rows, summary }
}

/** Renders a table of GitHub Flavored Markdown; values are escaped. */
function markdownTable(names: readonly string[], rows: readonly unknown[][]): string {
  const escapeCell = (value: unknown, index: number) =>
    visibleLine(cellText(names[index] ?? '', value).replaceAll(/\s+/g, ' ')).replaceAll(/[\\`*_{}[\]<>|~#&@!]/g, '\\$&')
  const lines = [names, names.map(() => '---'), ...rows.map((cells) => cells.map(escapeCell))]
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

async function renderAsTable(
  document: Document,
  fields: readonly string[] | undefined,
  options: OutputOptions,
): Promise<string> {
  const { rows, csvRows = rows } = document
  const [firstRow] = csvRows
  if (!firstRow) return ''
  if (!fields) return document.table?.(options) ?? ''
  const columns = fields.map(plainColumn)
  // Loaded on demand: the character widths take a fifth of a short command's run time.
  const { renderRecord, renderTable } = await import('./table.ts')
  return document.shape === 'record' ? renderRecord(columns, firstRow) : renderTable(columns, csvRows, options)
}

function plainColumn(field: string): Column<object> {
  return { title: field.toUpperCase(), text: (row) => cellText(field, getOwnValue(row, field)) }
}

/** Formats a value for people: a price with its cents. */
function cellText(field: string, value: unknown): string {
  return field === 'price' ? withCents(valueText(value)) : valueText(value)
}

function resolveFields(document: ListedDocument, requested: readonly string[]): readonly string[] | undefined {
  if (requested.length === 0) return undefined
  const names = [...document.fields, ...document.rows.flatMap((row) => Object.keys(row))]
  return resolveFieldNames(requested, namesOnly(names), document.fields)
}

/** The fields that each name or heading stands for, in lower case and with `_` between words. */
export type FieldNames = Readonly<Record<string, readonly string[]>>

export function namesOnly(names: readonly string[]): FieldNames {
  return Object.fromEntries(names.map((name) => [columnToField(name), [name]]))
}

/** Converts what --fields names, which may be headings, to fields. Throws `CliError` (usage) for an unknown one. */
export function resolveFieldNames(
  requested: readonly string[],
  known: FieldNames,
  listed: readonly string[] = [...new Set(Object.values(known).flat())],
): string[] {
  return requested.flatMap((text) => {
    const name = columnToField(text)
    if (Object.hasOwn(known, name)) return known[name] ?? []
    throw new CliError('unknown_field', `There is no field ${text}.`, { hint: `Choose from ${listed.join(', ')}.` })
  })
}

function pick(row: object, fields: readonly string[]): object {
  return Object.fromEntries(fields.map((field) => [field, getOwnValue(row, field) ?? null]))
}

function getOwnValue(row: object, field: string): unknown {
  return Object.hasOwn(row, field) ? Reflect.get(row, field) : undefined
}
