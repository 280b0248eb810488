export type CsvCell = string | number | boolean | null | undefined

/** Tells Excel that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\u{FEFF}'

/** What a spreadsheet may take for a formula at the start of a cell (OWASP, "CSV Injection"), also in full width. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u
const QUOTED = /[",\r\n]/

/** One line of CSV with its line break (RFC 4180). No cell of it is taken for a formula: an apostrophe stands before. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: CsvCell): string {
  const text = String(value ?? '')
  const safe = FORMULA.test(text) ? `'${text}` : text
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
