import type { EditableEntity } from '../../entities/entity.ts'
import { isNumeric } from '../../entities/field-values.ts'
import { numberReadings } from '../../text/decimal.ts'
import { readCsvTable } from '../../text/read-csv.ts'
import {
  columnToField,
  fileFields,
  issueAt,
  noRowsMessage,
  parseFieldInto,
  type RowsAndIssues,
  type Row,
  type SourceFile,
  type SourceLocation,
} from './row.ts'

/** The limit above which a CSV is some other file, whose columns are not reported one by one. */
const MAX_COLUMNS = 100

/** Reads a CSV of one entity (RFC 4180). Its first line names the columns, in any order. */
export function readCsvFile({ name, folder, text }: SourceFile, entity: EditableEntity): RowsAndIssues {
  const locationAt = (line: number): SourceLocation => ({ file: name, line, column: 1 })
  let table: ReturnType<typeof readCsvTable>
  try {
    table = readCsvTable(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const [, line = '1', message = error.message] = /^Line (\d+): (.*)$/s.exec(error.message) ?? []
    return { rows: [], issues: [{ ...locationAt(Number(line)), message }] }
  }
  const { rows } = table
  const columns = table.header.map((column) => columnToField(column, entity))
  const headerMessages = checkHeader(columns, table.header, entity)
  if (headerMessages.length > 0)
    return { rows: [], issues: headerMessages.map((message) => ({ file: name, line: 1, column: 1, message })) }
  const fields = columns.map((column) => fileFields(entity).find((field) => field.name === column))
  const result: RowsAndIssues = { rows: [], issues: [], valueless: [] }
  if (rows.length === 0) {
    result.valueless?.push({ ...locationAt(1), message: noRowsMessage('There are no rows below the header', entity) })
  }
  for (const { cells, line } of rows) {
    const location = locationAt(line)
    if (cells.length !== columns.length) {
      const count = cells.length === 1 ? 'one cell' : `${cells.length} cells`
      result.issues.push({ ...location, message: `This row has ${count}, but the first line has ${columns.length}.` })
      continue
    }
    const written = Object.fromEntries(columns.map((column, index) => [column, cells[index]]))
    const values: Record<string, string | number> = {}
    const row: Row = { entity, location, folder, written, values, fieldLocations: new Map() }
    result.rows.push(row)
    for (const [index, field] of fields.entries()) {
      if (!field) continue
      const cell = cells[index] ?? ''
      const readings = isNumeric(field) ? numberReadings(cell) : []
      if (readings.length > 1) {
        const message = `${field.name}: ${JSON.stringify(cell)} could be ${readings.join(' or ')}. Write it without a thousands separator.`
        result.issues.push(issueAt(row, field.name, message))
      } else parseFieldInto(row, values, field, readings[0] ?? cell, result.issues)
    }
  }
  return result
}

function checkHeader(columns: readonly string[], written: readonly string[], entity: EditableEntity): string[] {
  const { noun, keyFields, parent } = entity
  const fieldNames = fileFields(entity).map(({ name }) => name)
  // The output of `list` has these columns.
  const ignoredColumns = new Set(['id', parent?.idField])
  const fieldList = fieldNames.join(', ')
  if (columns.length > MAX_COLUMNS) return [`The first line has ${columns.length} columns. ${noun} have ${fieldList}.`]
  return [
    ...columns.flatMap((name, index) => {
      if (!fieldNames.includes(name) && !ignoredColumns.has(name))
        return [`There is no column ${JSON.stringify(written[index])} in ${noun}: ${fieldList}.`]
      return columns.indexOf(name) < index ? [`The column ${name} appears twice.`] : []
    }),
    ...keyFields.flatMap((name) =>
      columns.includes(name) ? [] : [`The column ${name} is missing: ${noun} have ${fieldList}.`],
    ),
  ]
}
