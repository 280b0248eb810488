import { type CsvRow, readCsvRows } from '#cli/io/csv.ts'
import type { Mistake } from '#cli/io/errors.ts'
import {
  FIELDS,
  type Field,
  fieldValue,
  IGNORED_COLUMNS,
  type Kind,
  mistakeAt,
  type Place,
  type Row,
  type WrittenRow,
} from './row.ts'

export interface SourceFile {
  /** As the person named it. */
  name: string
  /** Where the paths of its images begin. */
  folder: string
  /** Without a byte order mark. */
  text: string
}

export interface ReadRows {
  rows: Row[]
  mistakes: Mistake[]
  /** What is in the place of a row and cannot be read as one. */
  refused: WrittenRow[]
  /** Whether there is something that cannot even be told apart into rows. */
  isBroken: boolean
}

/** The rows of one kind in a CSV (RFC 4180), whose first line names the columns, in any order. */
export function readCsvFile(source: SourceFile, kind: Kind): ReadRows {
  const placeAt: PlaceAt = ({ line }) => ({ file: source.name, line, column: 1 })
  let lines: CsvRow[]
  try {
    lines = readCsvRows(source.text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const line = Number(/^Line (\d+): /.exec(error.message)?.[1] ?? 1)
    return {
      rows: [],
      mistakes: [{ file: source.name, line, column: 1, message: error.message.replace(/^Line \d+: /, '') }],
      refused: [],
      isBroken: true,
    }
  }
  const [header = { cells: [], line: 1 }, ...body] = lines
  const { fields, mistakes, isBroken } = readHeader(header, kind, placeAt)
  const isRefused = mistakes.length > 0
  const rows: Row[] = []
  const refused: WrittenRow[] = []
  for (const line of isBroken ? [] : body) {
    if (line.cells.length === 1 && line.cells[0]?.trim() === '') continue
    const written = writtenRow(source, kind, { header, line, place: placeAt(line) })
    if (isRefused) refused.push(written)
    else if (line.cells.length === fields.length) rows.push(readRow(written, line, { fields, placeAt, mistakes }))
    else {
      refused.push(written)
      const message = `This row has ${cellCount(line.cells.length)}, the first line ${fields.length}.`
      mistakes.push(mistakeAt(written.place, message))
    }
  }
  return { rows, mistakes, refused, isBroken }
}

function writtenRow(
  { folder }: SourceFile,
  kind: Kind,
  { header, line, place }: { header: CsvRow; line: CsvRow; place: Place },
): WrittenRow {
  const [columns, cells] = [header.cells, line.cells]
  const isRecord = cells.length === columns.length && new Set(columns).size === columns.length
  const written = isRecord ? Object.fromEntries(columns.map((name, at) => [name.trim(), cells[at]])) : undefined
  return { kind, place, folder, written, line: { columns, cells } }
}

/** A reader of CSV knows the line; the message names the column. */
type PlaceAt = (row: CsvRow) => Place

function readHeader(header: CsvRow, kind: Kind, placeAt: PlaceAt) {
  const { cells } = header
  const place = placeAt(header)
  const known = FIELDS[kind]
  const names = cells.map((cell) => cell.trim())
  const expected = known.map(({ name }) => name).join(', ')
  const mistakes: Mistake[] = []
  if (names.length === 1 && /[;\t]/.test(names[0] ?? '')) {
    mistakes.push({
      ...place,
      message: 'The columns are not separated by commas. Save the file as CSV with commas.',
    })
    return { fields: [], mistakes, isBroken: true }
  }
  const fields = names.map((name, index): Field | undefined => {
    const field = known.find((one) => one.name === name)
    if (!field && !IGNORED_COLUMNS.has(name)) {
      mistakes.push(mistakeAt(place, `There is no column ${JSON.stringify(name)} in ${kind}: ${expected}.`))
    } else if (names.indexOf(name) < index) {
      mistakes.push(mistakeAt(place, `The column ${name} is there twice.`))
    }
    return field
  })
  for (const { name, isRequired } of known) {
    if (isRequired && !names.includes(name)) {
      mistakes.push(mistakeAt(place, `The column ${name} is missing: ${kind} have ${expected}.`))
    }
  }
  return { fields, mistakes, isBroken: false }
}

interface RowContext {
  /** By column; none for a column that is ignored. */
  fields: readonly (Field | undefined)[]
  placeAt: PlaceAt
  mistakes: Mistake[]
}

function readRow(base: WrittenRow, line: CsvRow, { fields, placeAt, mistakes }: RowContext): Row {
  const values: Record<string, string | number> = {}
  const places = new Map<string, Place>()
  const place = placeAt(line)
  for (const [index, field] of fields.entries()) {
    if (!field) continue
    const cell = line.cells[index] ?? ''
    places.set(field.name, place)
    try {
      const value = fieldValue(field, cell)
      if (value !== undefined) values[field.name] = value
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      mistakes.push(mistakeAt(place, error.message))
    }
  }
  return { ...base, values, places }
}

/** Finds line and column of an offset. */
export function placesIn({ name, text }: SourceFile): (offset: number) => Place {
  const starts = [0]
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length)
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { file: name, line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}

function cellCount(count: number): string {
  return count === 1 ? 'one cell' : `${count} cells`
}
