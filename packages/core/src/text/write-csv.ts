import { guardFormulas } from './formula-guard.ts'
import { valueText } from './value-text.ts'

/** Line breaks of any kind, and whitespace that readers trim, are quoted too. */
const QUOTED = /[",\r\n]|^\s|\s$/

/** Rows of cells as CSV (RFC 4180) that no spreadsheet takes for formulas; `readCsv` gives the cells back. */
export function writeCsv(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => `${row.map((value) => csvCell(value, row.length)).join(',')}\r\n`).join('')
}

function csvCell(value: unknown, columns: number): string {
  const text = guardFormulas(valueText(value))
  // A row of one empty cell would be an empty line, which readers skip.
  const isQuoted = QUOTED.test(text) || (columns === 1 && text === '')
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text
}
