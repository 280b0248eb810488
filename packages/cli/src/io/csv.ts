import { guardFormulas, unguardFormulas } from '@rapport/core/formula-guard.ts'

/** Rows of cells as CSV (RFC 4180) that no spreadsheet takes for formulas (T10); `readCsv` gives the cells back. */
export function writeCsv(rows: readonly (readonly unknown[])[]): string {
  return rows.map((cells) => `${csvLine(cells)}\r\n`).join('')
}

/** A single empty cell is quoted: an empty line is no row to many a reader. */
function csvLine(cells: readonly unknown[]): string {
  return cells.map(csvCell).join(',') || (cells.length === 1 ? '""' : '')
}

function csvCell(value: unknown): string {
  const guarded = guardFormulas(cellText(value))
  return /[",;\t\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** A value as the text of a cell: nothing for null and undefined, JSON for what has parts. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * The rows of a CSV text, without byte order mark and formula guards. Line ends may be CRLF or LF.
 * @throws SyntaxError naming the line of a quote that is never closed
 */
export function readCsv(text: string): string[][] {
  return readCsvRows(text.replace(/^\uFEFF/, '')).map(({ cells }) => cells)
}

/** A row and the line it begins at. */
export interface CsvRow {
  cells: string[]
  /** Counted from 1. */
  line: number
}

/** The same with places; the text is one without a byte order mark. */
export function readCsvRows(source: string): CsvRow[] {
  const rows: CsvRow[] = []
  let line = 1
  let row: CsvRow = { cells: [], line }
  let at = 0
  let start = 0
  while (at < source.length) {
    const cell = source[at] === '"' ? quotedCell(source, at) : plainCell(source, at)
    row.cells.push(unguardFormulas(cell.text))
    at = cell.end
    if (source[at] === ',') {
      at += 1
      if (at < source.length) continue
      row.cells.push('')
    }
    if (source[at] === '\r' && source[at + 1] === '\n') at += 2
    else if (source[at] === '\n' || source[at] === '\r') at += 1
    line += source.slice(start, at).match(/\r\n|\n|\r/g)?.length ?? 0
    start = at
    rows.push(row)
    row = { cells: [], line }
  }
  return rows
}

function plainCell(source: string, start: number): { text: string; end: number } {
  let end = start
  while (end < source.length && !',\r\n'.includes(source.charAt(end))) end += 1
  return { text: source.slice(start, end), end }
}

function quotedCell(source: string, start: number): { text: string; end: number } {
  let text = ''
  let at = start + 1
  for (;;) {
    const quote = source.indexOf('"', at)
    if (quote === -1) throw new SyntaxError(`Line ${lineOf(source, start)}: a quote is never closed.`)
    text += source.slice(at, quote)
    if (source[quote + 1] !== '"') {
      // What follows the closing quote before the next separator is kept, as spreadsheets do.
      const rest = plainCell(source, quote + 1)
      return { text: text + rest.text, end: rest.end }
    }
    text += '"'
    at = quote + 2
  }
}

function lineOf(source: string, at: number): number {
  return source.slice(0, at).split('\n').length
}
