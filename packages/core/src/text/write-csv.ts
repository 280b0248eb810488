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

// The formula signs of OWASP ("CSV Injection") and their full-width forms. A spreadsheet that splits at another separator finds
// the start of a cell inside one of ours, and ignores our quotes there. Existing apostrophes before a sign get one more, so
// that removing one restores the text.
const SIGN = /((?:^|[;\t\r\n])"*)('*[=+\-@\0＝＋－＠])/g
const GUARDED_SIGN = /((?:^|[;\t\r\n])"*)'('*[=+\-@\0＝＋－＠])/g
const BLANK_START = /^'*[\t\r\n]/

/** Puts an apostrophe before anything that a spreadsheet may take for a formula. */
export function guardFormulas(text: string): string {
  const guardedText = text.replaceAll(SIGN, "$1'$2")
  return BLANK_START.test(text) ? `'${guardedText}` : guardedText
}

/** Reverses `guardFormulas`. */
export function unguardFormulas(cell: string): string {
  const text = cell.replaceAll(GUARDED_SIGN, '$1$2')
  return cell.startsWith("'") && BLANK_START.test(cell) ? text.slice(1) : text
}
