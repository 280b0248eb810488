import { CsvError, parse } from 'csv-parse/sync'
import { unguardFormulas } from './write-csv.ts'

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
export function readCsvRows(text: string, { delimiter = ',', firstLine = 1 } = {}): CsvRow[] {
  const rows: CsvRow[] = []
  let line = firstLine
  try {
    parse(text, {
      bom: true,
      delimiter,
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

/** A line in which Excel names the separator: `sep=;`. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=([,;\t])"?[,;\t]*(?:\r\n|\n|\r)/i

const isBlank = (cell: string) => cell.trim() === ''

/**
 * Reads a CSV whose first line names the columns, as spreadsheets write it: separated by commas, semicolons or tabs, whichever
 * the first line has most of, and with the blank rows and columns that stay behind when cells are cleared, which are left out.
 * Throws `SyntaxError` like `readCsvRows`.
 */
export function readCsvTable(text: string): { header: string[]; rows: CsvRow[] } {
  const [separatorLine = '', named] = SEPARATOR_LINE.exec(text) ?? []
  const content = text.slice(separatorLine.length)
  const delimiter = named ?? findDelimiter(content)
  const lines = readCsvRows(content, { delimiter, firstLine: separatorLine === '' ? 1 : 2 })
  const [header, ...rows] = lines.filter(({ cells }) => !cells.every(isBlank))
  const columns = (header?.cells ?? []).map((cell) => cell.trim())
  const width = columns.findLastIndex((name) => name !== '') + 1
  return {
    header: columns.slice(0, width),
    rows: rows.map(({ cells, line }) => ({
      cells: cells.slice(width).every(isBlank) ? cells.slice(0, width) : cells,
      line,
    })),
  }
}

function findDelimiter(text: string): string {
  const [header = ''] = text.trimStart().split(/[\r\n]/, 1)
  const unquoted = header.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => unquoted.split(delimiter).length
  return [';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',')
}
