import { guardFormulas } from './formula-guard.ts'
import { valueText } from './value-text.ts'

/** Cells that need quotes: readers may trim whitespace at the start and the end. */
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

/** Writes CSV (RFC 4180) without formulas. `readCsv` returns the same cells. */
export function writeCsv(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => `${row.map((value) => formatCell(value, row.length)).join(',')}\r\n`).join('')
}

function formatCell(value: unknown, columns: number): string {
  const text = guardFormulas(valueText(value))
  // A row of one empty cell would be an empty line, which readers skip.
  const needsQuotes = NEEDS_QUOTES.test(text) || (columns === 1 && text === '')
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}
