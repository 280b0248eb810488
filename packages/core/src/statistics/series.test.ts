import { expect, test } from 'vitest'
import { countJoined, periodsOf, SPANS, type Span } from './series.ts'

const today = new Date(2026, 10, 21, 15, 30)
const local = (...parts: [number, number, number, number?, number?, number?, number?]) => new Date(...parts)
const joined = (date: Date) => ({ joined_date: date.toISOString(), created_at: null })

test.each(Object.keys(SPANS) as Span[])('the periods of a %s follow each other without a gap, up to today', (span) => {
  const periods = periodsOf(span, today)
  expect(periods).toHaveLength(SPANS[span].count)
  for (const { from, to } of periods) expect(from.getTime()).toBeLessThan(to.getTime())
  expect(periods.slice(1).map(({ from }) => from.getTime())).toEqual(
    periods.slice(0, -1).map(({ to }) => to.getTime() + 1),
  )
  const last = periods.at(-1)
  expect(last && last.from <= today && today <= last.to).toBe(true)
})

test.each<[Span, Date, Date]>([
  ['week', local(2026, 10, 15), local(2026, 10, 21, 23, 59, 59, 999)],
  ['month', local(2026, 9, 23), local(2026, 10, 21, 23, 59, 59, 999)],
  ['quarter', local(2026, 7, 30), local(2026, 10, 21, 23, 59, 59, 999)],
  ['year', local(2025, 11, 1), local(2026, 10, 30, 23, 59, 59, 999)],
])('a %s goes from its first to its last instant', (span, from, to) => {
  const periods = periodsOf(span, today)
  expect([periods[0]?.from, periods.at(-1)?.to]).toEqual([from, to])
})

test('counts users where they belong, on the first and the last instant too', () => {
  const users = [
    joined(local(2026, 10, 14, 23, 59, 59, 999)),
    joined(local(2026, 10, 15)),
    joined(local(2026, 10, 15, 23, 59, 59, 999)),
    joined(local(2026, 10, 21, 23, 59, 59, 999)),
    joined(local(2026, 10, 22)),
    { joined_date: '2026-11-20', created_at: null },
    { joined_date: null, created_at: null },
    { joined_date: 'soon', created_at: null },
  ]
  expect(countJoined(users, periodsOf('week', today))).toEqual([2, 0, 0, 0, 0, 1, 1])
})
