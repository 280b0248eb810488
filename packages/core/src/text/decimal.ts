const DECIMAL = /^-?\d+(\.\d+)?$/

/** Returns true for digits with an optional sign and decimal point, such as 9.99. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text)
}
