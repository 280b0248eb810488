/** Parses an amount with a decimal comma or point, such as `9,99`; NaN for anything else. */
export function parseTypedDecimal(text: string): number {
  return Number(normalizeDecimal(text))
}

/** Returns an amount with a decimal point, as in the contract; undefined if the text is not an amount. */
export function normalizeDecimal(text: string): string | undefined {
  return /^\s*-?\d+([.,]\d+)?\s*$/.test(text) ? text.trim().replace(',', '.') : undefined
}
