import { formatNumber } from '#ui/primitives/display-text.ts'

/** Formats a count: `31`, or `10,000+` if there are more. */
export function formatCount(count: number, isMinimum: boolean): string {
  return isMinimum ? `${formatNumber(count)}+` : String(count)
}
