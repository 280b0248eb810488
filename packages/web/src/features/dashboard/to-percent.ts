/** Returns a whole percentage; 0 without users. */
export function toPercent(count: number, total: number): number {
  return total === 0 ? 0 : Math.round((count / total) * 100)
}
