import { guardFormulas } from '@rapport/core/text/formula-guard.ts'

export type CsvCell = string | number | boolean | null | undefined

/** Tells Excel that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\u{FEFF}'

const QUOTED = /[",;\t\r\n]/

/** One line of CSV with its line break (RFC 4180). An apostrophe before what looks like a formula keeps spreadsheets from running it. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: CsvCell): string {
  const safe = guardFormulas(String(value ?? ''))
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
