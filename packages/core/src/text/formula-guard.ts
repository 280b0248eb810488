// The formula signs of OWASP, "CSV Injection", also in full width. A cell begins too where a spreadsheet separates by what
// stands inside a cell: quotes alone do not help there, as they are letters to it in the middle of its own cells.
// What already has apostrophes before a sign gets one more, so that taking one off gives the text back.
const SIGN = /((?:^|[;\t\r\n])"*)('*[=+\-@\0＝＋－＠])/g
const GUARDED_SIGN = /((?:^|[;\t\r\n])"*)'('*[=+\-@\0＝＋－＠])/g
const BLANK_START = /^'*[\t\r\n]/

/** The text of a CSV cell with an apostrophe before whatever a spreadsheet may take for the start of a formula. */
export function guardFormulas(text: string): string {
  const guarded = text.replaceAll(SIGN, "$1'$2")
  return BLANK_START.test(text) ? `'${guarded}` : guarded
}

/** The text that `guardFormulas` was given. */
export function unguardFormulas(cell: string): string {
  const text = cell.replaceAll(GUARDED_SIGN, '$1$2')
  return cell.startsWith("'") && BLANK_START.test(cell) ? text.slice(1) : text
}
