import { numberReadings } from '@rapport/core/text/decimal.ts'

/** Parses an amount with a decimal comma or point, such as `9,99` or `1.234,56`; NaN for anything else. */
export function parseTypedDecimal(text: string): number {
  return Number(numberReadings(text)[0])
}
