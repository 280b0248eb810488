import { guardFormulas, unguardFormulas } from '@rapport/core/text/formula-guard.ts'
import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'

/** Line breaks of any kind, and blanks that readers trim. */
const ALSO_QUOTED = /[\r\n]|^\s|\s$/

/** Rows of cells as CSV (RFC 4180) that no spreadsheet takes for formulas (T10); `readCsv` gives the cells back. */
export function writeCsv(rows: readonly (readonly unknown[])[]): string {
  const cells = rows.map((row) => row.map((value) => guardFormulas(cellText(value))))
  // A row of one empty cell would be an empty line, which readers skip.
  return stringify(cells, { record_delimiter: '\r\n', quoted_match: ALSO_QUOTED, quoted_empty: isOneColumn(rows) })
}

function isOneColumn([first = []]: readonly (readonly unknown[])[]): boolean {
  return first.length === 1
}

/** A value as the text of a cell: nothing for null and undefined, JSON for objects and lists. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const LINE_BREAK = /\r\n|\n|\r/g

/** A row of a CSV and the line it begins at, counted from 1. */
export interface CsvRow {
  cells: string[]
  line: number
}

/**
 * The rows of a CSV text, without byte order mark and formula guards. Line ends may be CRLF, LF or CR.
 * @throws SyntaxError naming the line that cannot be read
 */
export function readCsvRows(text: string): CsvRow[] {
  const rows: CsvRow[] = []
  let line = 1
  try {
    parse(text, {
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      on_record(cells: string[]) {
        rows.push({ cells: cells.map(unguardFormulas), line })
        line += 1 + (cells.join().match(LINE_BREAK)?.length ?? 0)
        return null
      },
    })
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    throw new SyntaxError(`Line ${line}: a quote is never closed.`, { cause })
  }
  return rows
}

/** The same without the lines. */
export function readCsv(text: string): string[][] {
  return readCsvRows(text).map(({ cells }) => cells)
}
