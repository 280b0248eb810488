/** Parses an amount with a decimal comma or point, such as `9,99`; NaN for anything else. */
export function decimalOf(text: string): number {
  return /^\s*-?\d+([.,]\d+)?\s*$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}
