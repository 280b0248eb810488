import { valueText } from '../../text/value-text.ts'

export interface PriceChange {
  /** The key of the product. */
  key: string
  from: unknown
  to: unknown
}

/** Returns true for a change by more than half, which is often a slip of the decimal point. */
export function isLargePriceChange({ from, to }: Pick<PriceChange, 'from' | 'to'>): boolean {
  if (valueText(from) === '' || valueText(to) === '') return false
  return Math.abs(Number(to) - Number(from)) > Number(from) / 2
}

export function describeLargePriceChanges(count: number): string {
  return count === 1 ? 'A price changes by more than half' : `${count} prices change by more than half`
}
