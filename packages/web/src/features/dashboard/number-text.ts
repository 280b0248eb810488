/** A count as it is shown: `1,234`, or `10,000+` where there are more. */
export function numberText(count: number, isMinimum = false): string {
  return count.toLocaleString('en-US') + (isMinimum ? '+' : '')
}
