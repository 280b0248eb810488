import { expect, test } from 'vitest'
import { formatDayRange } from '#ui/date-range/day-range.ts'
import { toPeriods, readRange } from './sign-up-range.ts'

const today = new Date(2026, 10, 22)

test.each([
  [null, '24 Oct 2026 – 22 Nov 2026', '24 Sep 2026 – 23 Oct 2026', 30],
  ['7d', '16 Nov 2026 – 22 Nov 2026', '09 Nov 2026 – 15 Nov 2026', 7],
  ['90d', '25 Aug 2026 – 22 Nov 2026', '27 May 2026 – 24 Aug 2026', 90],
  ['12m', '01 Dec 2025 – 22 Nov 2026', '01 Dec 2024 – 22 Nov 2025', 12],
  ['2026-01-10..2026-06-30', '10 Jan 2026 – 30 Jun 2026', '10 Jul 2025 – 31 Dec 2025', 6],
  ['2016-05-01..2026-05-31', '01 May 2016 – 31 May 2026', '01 Apr 2006 – 30 Apr 2016', 11],
  ['soon', '24 Oct 2026 – 22 Nov 2026', '24 Sep 2026 – 23 Oct 2026', 30],
])('%s is %s, compared with %s, in %i columns', (text, days, before, columns) => {
  const range = readRange(text, today)
  expect([formatDayRange(range.days), formatDayRange(range.previousDays)]).toEqual([days, before])
  const periods = toPeriods(range)
  expect(periods).toHaveLength(columns)
  expect(periods[0]?.days.from).toEqual(range.days.from)
  expect(periods.at(-1)?.days.to).toEqual(range.days.to)
})
