import {
  addDays,
  addMonths,
  differenceInCalendarMonths,
  eachDayOfInterval,
  eachMonthOfInterval,
  eachYearOfInterval,
  lastDayOfMonth,
  isLastDayOfMonth,
  startOfMonth,
  subMonths,
} from 'date-fns'
import { paths } from '#platform/paths.ts'
import {
  dayCount,
  dayRangeToUrl,
  daysUpToToday,
  formatDayRange,
  isSameRange,
  onlyToday,
  parseDayRange,
  type DayRange,
} from '#ui/date-range/day-range.ts'

/** Predefined ranges by their names in the URL. A custom range has dates in the URL instead. */
export const RANGES = { '7d': '7 days', '30d': '30 days', '90d': '90 days', '12m': '12 months' } as const

export type RangeName = keyof typeof RANGES | 'custom'
export type Unit = 'day' | 'month' | 'year'

/** The days of a column or of a chart, and the earlier days to compare with. */
export interface Period {
  days: DayRange
  previousDays: DayRange
}

export interface SignUpRange extends Period {
  name: RangeName
  unit: Unit
}

const DEFAULT_RANGE = '30d'
const MAX_DAYS = 92
const MAX_MONTHS = 36

/** Reads the range from the URL. Defaults to 30 days. */
export function readRange(text: string | null, today: Date): SignUpRange {
  if (text?.includes('..')) return toSignUpRange('custom', parseDayRange(text, today) ?? daysUpToToday(30, today))
  const name = isRangeName(text) ? text : DEFAULT_RANGE
  if (name === '12m') return toSignUpRange(name, { from: startOfMonth(subMonths(today, 11)), to: today })
  return toSignUpRange(name, daysUpToToday(Number.parseInt(name, 10), today))
}

function isRangeName(text: string | null): text is keyof typeof RANGES {
  return text !== null && Object.hasOwn(RANGES, text)
}

function toSignUpRange(name: RangeName, days: DayRange): SignUpRange {
  const unit =
    dayCount(days) <= MAX_DAYS ? 'day' : differenceInCalendarMonths(days.to, days.from) < MAX_MONTHS ? 'month' : 'year'
  return { name, days, previousDays: daysBefore(days, days, unit), unit }
}

const STARTS = { day: eachDayOfInterval, month: eachMonthOfInterval, year: eachYearOfInterval }

export function toPeriods({ days, unit }: SignUpRange): Period[] {
  const starts = STARTS[unit]({ start: days.from, end: days.to })
  return starts.map((start, index) => {
    const next = starts[index + 1]
    const period = { from: index === 0 ? days.from : start, to: next ? addDays(next, -1) : days.to }
    return { days: period, previousDays: daysBefore(period, days, unit) }
  })
}

/** Shifts days back by the range's length, in whole months if columns are months or years. */
function daysBefore({ from, to }: DayRange, range: DayRange, unit: Unit): DayRange {
  if (unit === 'day') return { from: addDays(from, -dayCount(range)), to: addDays(to, -dayCount(range)) }
  const months = differenceInCalendarMonths(range.to, range.from) + 1
  const end = subMonths(to, months)
  return { from: addMonths(from, -months), to: isLastDayOfMonth(to) ? lastDayOfMonth(end) : end }
}

/** Formats a period: one day, or the first and last day. */
export function formatPeriod(days: DayRange, today: Date): string {
  return isSameRange(days, onlyToday(today)) ? 'Today' : formatDayRange(days)
}

export function usersPath(days: DayRange, today: Date): string {
  const range = dayRangeToUrl(days, today)
  return range === undefined ? paths.users : `${paths.users}?range=${range}`
}
