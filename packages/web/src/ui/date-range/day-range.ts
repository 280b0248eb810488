import {
  addDays,
  addYears,
  clamp,
  differenceInCalendarDays,
  endOfDay,
  endOfMonth,
  endOfWeek,
  format,
  isValid,
  parseISO,
  startOfDay,
  startOfMonth,
  startOfWeek,
  subMonths,
  subWeeks,
  subYears,
  type Day,
} from 'date-fns'

/** A first and a last day, both included, in the browser's time zone. */
export interface DayRange {
  from: Date
  to: Date
}

/** Bounds of the day-count inputs (specification, section 9). */
export const MAX_DAY_COUNT = 99_999

const URL_FORMAT = 'yyyy-MM-dd'
const URL_RANGE = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/
const DISPLAY_FORMAT = 'dd MMM yyyy'
const WEEKDAYS: readonly Day[] = [0, 1, 2, 3, 4, 5, 6]
const ALL_DATES = 'all'

/** Returns the days that can be chosen: 100 years back, 20 years ahead (specification, section 9). */
export function calendarLimits(today: Date): DayRange {
  return wholeDays(subYears(today, 100), addYears(today, 20))
}

export function onlyToday(today: Date): DayRange {
  return wholeDays(today, today)
}

/** Returns predefined ranges in the order of the specification (section 2). */
export function presetRanges(today: Date, weekStartsOn: Day = localWeekStart()): { label: string; range: DayRange }[] {
  const week = (day: Date) => wholeDays(startOfWeek(day, { weekStartsOn }), endOfWeek(day, { weekStartsOn }))
  const month = (day: Date) => wholeDays(startOfMonth(day), endOfMonth(day))
  return [
    { label: 'Today', range: onlyToday(today) },
    { label: 'Yesterday', range: onlyToday(addDays(today, -1)) },
    { label: 'This Week', range: week(today) },
    { label: 'Last Week', range: week(subWeeks(today, 1)) },
    { label: 'This Month', range: month(today) },
    { label: 'Last Month', range: month(subMonths(today, 1)) },
  ]
}

/** Returns `count` days that end today, limited by the calendar. 0 and 1 both mean today. */
export function daysUpToToday(count: number, today: Date): DayRange {
  return inCalendar({ from: addDays(today, 1 - Math.max(1, count)), to: today }, today)
}

/** Returns `count` days that start today, limited by the calendar. 0 and 1 both mean today. */
export function daysStartingToday(count: number, today: Date): DayRange {
  return inCalendar({ from: today, to: addDays(today, Math.max(1, count) - 1) }, today)
}

export function dayCount({ from, to }: DayRange): number {
  return differenceInCalendarDays(to, from) + 1
}

/** Parses a range of the URL: null for all dates, today if it is missing or invalid. */
export function parseDayRange(text: string | undefined, today: Date): DayRange | null {
  if (text === ALL_DATES) return null
  const range = readDays(text ?? '')
  return range ? inCalendar(range, today) : onlyToday(today)
}

function readDays(text: string): DayRange | undefined {
  const [, first = '', last = ''] = URL_RANGE.exec(text) ?? []
  const [from, to] = [parseISO(first), parseISO(last)]
  return isValid(from) && isValid(to) && from <= to ? { from, to } : undefined
}

/** Returns how the shown range differs from the URL's; undefined if it does not. */
export function dayRangeProblem(text: string | undefined, today: Date): string | undefined {
  if (text === undefined || text === ALL_DATES) return undefined
  const range = readDays(text)
  if (!range) return 'The dates in the URL are not valid. Users who joined today are shown.'
  const { from, to } = calendarLimits(today)
  if (range.from >= from && range.to <= to) return undefined
  return `The dates in the URL were limited to the calendar, ${formatDay(from)} to ${formatDay(to)}.`
}

/** Formats a range for the URL; undefined for today, the default. */
export function dayRangeToUrl(range: DayRange | null, today: Date): string | undefined {
  if (range === null) return ALL_DATES
  if (isSameRange(range, onlyToday(today))) return undefined
  return writeDayRange(range)
}

/** Formats a range as in the URL. */
export function writeDayRange({ from, to }: DayRange): string {
  return `${format(from, URL_FORMAT)}..${format(to, URL_FORMAT)}`
}

/** Formats a range for display: dd MMM yyyy, on both ends unless they are the same day (specification, section 2: users). */
export function formatDayRange(range: DayRange): string {
  return isOneDay(range) ? formatDay(range.from) : `${formatDay(range.from)} – ${formatDay(range.to)}`
}

/** Formats a day for display: dd MMM yyyy. */
export function formatDay(day: Date): string {
  return format(day, DISPLAY_FORMAT)
}

export function toInstants({ from, to }: DayRange): { first: string; last: string } {
  return { first: startOfDay(from).toISOString(), last: endOfDay(to).toISOString() }
}

export function isOneDay({ from, to }: DayRange): boolean {
  return differenceInCalendarDays(to, from) === 0
}

export function isSameRange(a: DayRange, b: DayRange): boolean {
  return differenceInCalendarDays(a.from, b.from) === 0 && differenceInCalendarDays(a.to, b.to) === 0
}

function wholeDays(from: Date, to: Date): DayRange {
  return { from: startOfDay(from), to: startOfDay(to) }
}

function inCalendar({ from, to }: DayRange, today: Date): DayRange {
  const { from: start, to: end } = calendarLimits(today)
  return wholeDays(clamp(from, { start, end }), clamp(to, { start, end }))
}

/** Returns Sunday for a language that is none, such as the "C" of a Linux without one. */
export function localWeekStart(): Day {
  try {
    const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(navigator.language)
    return WEEKDAYS[(locale.getWeekInfo?.().firstDay ?? 7) % 7] ?? 0
  } catch {
    return 0
  }
}
