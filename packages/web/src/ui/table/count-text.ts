import { formatNumber } from '#ui/primitives/display-text.ts'

/** Formats a count: `31`, or `10,000+` if there are more. */
export function formatCount(total: number, totalIsMinimum: boolean): string {
  return totalIsMinimum ? `${formatNumber(total)}+` : String(total)
}
