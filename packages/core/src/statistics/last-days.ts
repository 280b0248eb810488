/** Returns the local midnights around the last `count` days, today included, in seconds since 1970: `count + 1` of them. */
export function lastDays(count: number, today: Date): number[] {
  // Computes with calendar days: a day has 23 or 25 hours when the clocks change.
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()]
  return Array.from(
    { length: count + 1 },
    (_, index) => new Date(year, month, day - count + 1 + index).getTime() / 1000,
  )
}
