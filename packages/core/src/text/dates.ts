/** A year, month, day, and a time after `T` or a space, with or without seconds, fraction and zone. */
const YEAR_FIRST =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i
const NUMERIC = /^\d+$/
const MONTH_NAME = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i

/** Seconds since 1970 stay below this until the year 5138; milliseconds exceed it since 1973. */
const MIN_MILLISECONDS = 1e11
/** Smaller numbers are more likely a year, or a day without separators. */
const MIN_SECONDS = 1e8

/**
 * Parses a server's date: RFC 3339, `YYYY-MM-DD HH:MM:SS`, a calendar day, seconds or milliseconds since 1970, or a date with
 * the month's name. Without a zone it is local time. Returns undefined for an ambiguous text such as `03-04-2026`.
 */
export function readDate(text: string): Date | undefined {
  const trimmed = text.trim()
  if (NUMERIC.test(trimmed)) {
    const count = Number(trimmed)
    return count < MIN_SECONDS ? undefined : dateOrUndefined(new Date(count < MIN_MILLISECONDS ? count * 1000 : count))
  }
  const match = YEAR_FIRST.exec(trimmed)
  if (match) return fromParts(match)
  return MONTH_NAME.test(trimmed) ? dateOrUndefined(new Date(trimmed)) : undefined
}

function fromParts([
  ,
  year,
  month,
  day,
  hour = '0',
  minute = '0',
  second = '0',
  fraction = '0',
  zone,
]: RegExpExecArray) {
  const [y, m, d] = [Number(year), Number(month) - 1, Number(day)]
  const calendarDay = new Date(Date.UTC(y, m, d))
  // `Date` would turn 30 February into 2 March, and a database's 0000-00-00 into a day of 1899.
  if (calendarDay.getUTCFullYear() !== y || calendarDay.getUTCMonth() !== m || calendarDay.getUTCDate() !== d) return
  const time = [Number(hour), Number(minute), Number(second), Number(fraction.padEnd(3, '0'))] as const
  if (time[0] > 24 || time[1] > 59 || time[2] > 60) return
  if (zone === undefined) return dateOrUndefined(new Date(y, m, d, ...time))
  return dateOrUndefined(new Date(Date.UTC(y, m, d, ...time) - offsetMinutes(zone) * 60_000))
}

function offsetMinutes(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', '') || 0)
  return zone.startsWith('-') ? -minutes : minutes
}

function dateOrUndefined(date: Date): Date | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date
}
