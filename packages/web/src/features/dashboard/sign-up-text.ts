import { paths } from '#platform/paths.ts'
import {
  dayRangeToUrl,
  formatDay,
  formatDayRange,
  isSameRange,
  onlyToday,
  type DayRange,
} from '#ui/date-range/day-range.ts'

/** Formats a period: one day, or the first and last day. */
export function periodText(days: DayRange, today: Date): string {
  if (isSameRange(days, onlyToday(today))) return 'Today'
  return isSameRange(days, onlyToday(days.from)) ? formatDay(days.from) : formatDayRange(days)
}

export function listOf(days: DayRange, today: Date): string {
  const range = dayRangeToUrl(days, today)
  return range === undefined ? paths.users : `${paths.users}?range=${range}`
}
