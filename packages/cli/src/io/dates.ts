import { readDate } from '@rapport/core/text/dates.ts'
import { CliError } from './errors.ts'

const DAYS_AGO = /^(\d{1,5})d$/
const DAY_OR_INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/i

/**
 * Parses a date of the command line: an ISO date or date-time, `today`, `yesterday`, or `7d` for seven days ago. Days are
 * local; `edge` selects their first or last millisecond. Throws `CliError` (usage) for anything else.
 */
export function parseDate(text: string, edge: 'start' | 'end', now: Date): Date {
  const word = text.toLowerCase()
  const daysAgo = word === 'today' ? 0 : word === 'yesterday' ? 1 : Number(DAYS_AGO.exec(word)?.[1] ?? Number.NaN)
  if (!Number.isNaN(daysAgo)) return startOrEndOfDay(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, edge)

  const date = DAY_OR_INSTANT.test(text) && !Number.isNaN(Date.parse(text)) ? readDate(text) : undefined
  if (date && /T/i.test(text)) return date
  if (date) return startOrEndOfDay(date.getFullYear(), date.getMonth(), date.getDate(), edge)
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
