import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  calendarLimits,
  dayCount,
  daysStartingToday,
  daysUpToToday,
  dayRangeToUrl,
  formatDayRange,
  localWeekStart,
  toInstants,
  parseDayRange,
  presetRanges,
} from './day-range.ts'

// A Saturday.
const today = new Date(2026, 10, 21, 14, 30)
const MONDAY = 1

describe('presets', () => {
  test.each([
    ['Today', '21 Nov 2026'],
    ['Yesterday', '20 Nov 2026'],
    ['This Week', '16 Nov 2026 – 22 Nov 2026'],
    ['Last Week', '09 Nov 2026 – 15 Nov 2026'],
    ['This Month', '01 Nov 2026 – 30 Nov 2026'],
    ['Last Month', '01 Oct 2026 – 31 Oct 2026'],
  ])('%s is %s where weeks start on Monday', (label, shown) => {
    const preset = presetRanges(today, MONDAY).find((candidate) => candidate.label === label)
    expect(preset && formatDayRange(preset.range)).toBe(shown)
  })

  test('Last Month of a 31st is the whole shorter month before', () => {
    const lastMonth = presetRanges(new Date(2026, 2, 31)).at(-1)
    expect(lastMonth && formatDayRange(lastMonth.range)).toBe('01 Feb 2026 – 28 Feb 2026')
  })
})

describe('the first day of the week', () => {
  afterEach(() => vi.restoreAllMocks())

  test.each(['C', '', 'not_a_language!'])('is Sunday for a language that is none: %j', (language) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
    expect(localWeekStart()).toBe(0)
  })
})

describe('day counts', () => {
  test('7 days up to today end today', () => {
    expect(formatDayRange(daysUpToToday(7, today))).toBe('15 Nov 2026 – 21 Nov 2026')
  })

  test('7 days starting today begin today', () => {
    expect(formatDayRange(daysStartingToday(7, today))).toBe('21 Nov 2026 – 27 Nov 2026')
  })

  test.each([0, 1])('%i days are today alone', (count) => {
    expect(dayCount(daysUpToToday(count, today))).toBe(1)
    expect(dayCount(daysStartingToday(count, today))).toBe(1)
  })

  test('99999 days stop at the ends of the calendar', () => {
    expect(daysUpToToday(99_999, today).from).toEqual(calendarLimits(today).from)
    expect(daysStartingToday(99_999, today).to).toEqual(calendarLimits(today).to)
  })
})

test('the calendar reaches 100 years back and 20 years ahead', () => {
  expect(formatDayRange(calendarLimits(today))).toBe('21 Nov 1926 – 21 Nov 2046')
})

describe('the URL', () => {
  test('means today without a range', () => {
    const day = new Date(2026, 10, 21)
    expect(parseDayRange(undefined, today)).toEqual({ from: day, to: day })
  })

  test.each(['', 'yesterday', '2026-11-20', '2026-11-20..2026-11-01', '2026-13-01..2026-13-02', '..', 'a..b..c'])(
    'with the unreadable range "%s" means today',
    (text) => {
      expect(parseDayRange(text, today)).toEqual(parseDayRange(undefined, today))
    },
  )

  test('keeps every preset range', () => {
    for (const { range } of presetRanges(today)) {
      expect(parseDayRange(dayRangeToUrl(range, today), today)).toEqual(range)
    }
    expect(parseDayRange(dayRangeToUrl(null, today), today)).toBeNull()
  })

  test('omits the range today, so that a link shows the day it is opened on', () => {
    expect(dayRangeToUrl({ from: today, to: today }, today)).toBeUndefined()
  })
})

test('a range runs from the first instant of its first day to the last of its last, in local time', () => {
  const { first, last } = toInstants({ from: new Date(2026, 10, 20), to: new Date(2026, 10, 21) })
  expect(new Date(first)).toEqual(new Date(2026, 10, 20, 0, 0, 0, 0))
  expect(new Date(last)).toEqual(new Date(2026, 10, 21, 23, 59, 59, 999))
})
