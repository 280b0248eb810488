/** A count as it is shown: `1,234`. */
export function numberText(count: number): string {
  return count.toLocaleString('en-US')
}
