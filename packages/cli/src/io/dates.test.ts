import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDate } from './dates.ts'

const now = new Date(2026, 10, 21, 15, 30)
const start = (text: string) => parseDate(text, 'start', now)
const end = (text: string) => parseDate(text, 'end', now)

test('days begin and end at local midnight', () => {
  expect(start('today')).toEqual(new Date(2026, 10, 21))
  expect(end('today')).toEqual(new Date(2026, 10, 21, 23, 59, 59, 999))
  expect(start('yesterday')).toEqual(new Date(2026, 10, 20))
  expect(start('7d')).toEqual(new Date(2026, 10, 14))
  expect(end('2026-02-28')).toEqual(new Date(2026, 1, 28, 23, 59, 59, 999))
})

test('an instant without a zone is local time', () => {
  expect(start('2026-11-21T09:30:00Z')).toEqual(new Date('2026-11-21T09:30:00Z'))
  expect(end('2026-11-21T09:30')).toEqual(new Date(2026, 10, 21, 9, 30))
})

test.each([
  '',
  'tomorrow',
  '2026-02-30',
  '2026-02-30T10:00',
  '2026-02-30T10:00Z',
  '2026-13-01',
  '0026-11-21',
  '21.11.2026',
  '7',
  '-7d',
  '2026-11-21T25:00',
])('%j is refused', (text) => {
  expect(() => start(text)).toThrow(`${JSON.stringify(text)} is not a date.`)
})

test('a day contains its first and last instant, even when clocks change', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9999 }), (days) => {
      const [first, last] = [start(`${days}d`), end(`${days}d`)]
      expect(first.getDate()).toBe(last.getDate())
      expect(new Date(last.getTime() + 1).getDate()).not.toBe(last.getDate())
    }),
  )
})
