import { paths } from '#platform/paths.ts'
import { dayRangeToUrl, formatDayRange, isSameRange, onlyToday, type DayRange } from '#ui/date-range/day-range.ts'

/** Formats a period: one day, or the first and last day. */
export function formatPeriod(days: DayRange, today: Date): string {
  return isSameRange(days, onlyToday(today)) ? 'Today' : formatDayRange(days)
}

export function usersPath(days: DayRange, today: Date): string {
  const range = dayRangeToUrl(days, today)
  return range === undefined ? paths.users : `${paths.users}?range=${range}`
}
