/** The local midnights that bound the last `count` days up to today, in seconds since 1970: one more than days. */
export function lastDays(count: number, today: Date): number[] {
  // By the calendar, not by 24 hours: days have 23 or 25 when the clocks change.
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()]
  return Array.from(
    { length: count + 1 },
    (_, index) => new Date(year, month, day - count + 1 + index).getTime() / 1000,
  )
}
