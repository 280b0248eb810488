const DECIMAL = /^-?\d+(\.\d+)?$/

/** Returns true for digits with an optional sign and decimal point, such as 9.99. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text)
}

/** Blanks and apostrophes that group thousands. */
const GROUPING = /(?<=\d)[ \u00A0\u202F'’](?=\d{3}(?!\d))/g

/**
 * Returns the numbers, with a decimal point, that a cell of a spreadsheet can mean: `9,99` is 9.99 and `1.234,56` is 1234.56, but
 * `1,234` can be 1.234 or 1234. Empty for anything else.
 */
export function numberReadings(text: string): string[] {
  const number = text.trim().replaceAll(GROUPING, '')
  const readings = [
    // A point or a comma before the decimals, and none or the other one between the thousands.
    /^-?\d+(?:[.,]\d+)?$/.test(number) && number.replace(',', '.'),
    /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(number) && number.replaceAll(',', ''),
    /^-?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/.test(number) && number.replaceAll('.', '').replace(',', '.'),
  ]
  return readings.filter((reading) => reading !== false)
}
