import { CsvError, parse } from 'csv-parse/sync'
import { unguardFormulas } from './formula-guard.ts'

const LINE_BREAK = /\r\n|\n|\r/g

/** A row of a CSV and its first line, counted from 1. */
export interface CsvRow {
  cells: string[]
  line: number
}

/**
 * Parses a CSV and removes byte order mark and formula guards. Line ends may be CRLF, LF or CR. Throws `SyntaxError` with the
 * number of the line that cannot be read.
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

export function readCsv(text: string): string[][] {
  return readCsvRows(text).map(({ cells }) => cells)
}
