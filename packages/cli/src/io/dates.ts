import { CliError } from './errors.ts'

const DAYS_AGO = /^(\d{1,5})d$/
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/i

/**
 * Parses a date of the command line: an ISO date or date-time, `today`, `yesterday`, or `7d` for seven days ago. Days are
 * local; `edge` selects their first or last millisecond. Throws `CliError` (usage) for anything else.
 */
export function parseDate(text: string, edge: 'start' | 'end', now: Date): Date {
  const word = text.toLowerCase()
  const daysAgo = word === 'today' ? 0 : word === 'yesterday' ? 1 : Number(DAYS_AGO.exec(word)?.[1] ?? Number.NaN)
  if (!Number.isNaN(daysAgo)) return startOrEndOfDay(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, edge)

  const instant = INSTANT.exec(text)
  const dayParts = DAY.exec(instant?.[1] ?? text)
  if (dayParts) {
    const [year = 0, month = 0, day = 0] = dayParts.slice(1).map(Number)
    const date = new Date(year, month - 1, day)
    // `Date` would turn 30 February into 2 March, and the year 26 into 1926.
    const exists = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day
    if (exists && !instant) return startOrEndOfDay(year, month - 1, day, edge)
    if (exists && !Number.isNaN(Date.parse(text))) return new Date(text)
  }
  throw new CliError('bad_date', `${JSON.stringify(text)} is not a date.`, {
    hint: 'Write 2026-11-21, 2026-11-21T09:30, today, yesterday, or 7d for the day seven days ago.',
  })
}

/** Parses --from and --to, both inclusive. */
export function parseRange(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): { first: string | undefined; last: string | undefined } {
  const first = from === undefined ? undefined : parseDate(from, 'start', now)
  const last = to === undefined ? undefined : parseDate(to, 'end', now)
  if (first && last && first > last) {
    throw new CliError('bad_range', `--from ${from} is after --to ${to}.`, { hint: 'Swap the two.' })
  }
  return { first: first?.toISOString(), last: last?.toISOString() }
}

function startOrEndOfDay(year: number, month: number, day: number, edge: 'start' | 'end'): Date {
  return edge === 'start' ? new Date(year, month, day) : new Date(new Date(year, month, day + 1).getTime() - 1)
}
