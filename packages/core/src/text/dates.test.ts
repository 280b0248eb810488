import { expect, it } from 'vitest'
import { readDate } from './dates.ts'

it.each([
  ['2026-01-02T10:00:00Z', '2026-01-02T10:00:00.000Z'],
  ['2026-01-02T10:00:00.123456Z', '2026-01-02T10:00:00.123Z'],
  ['2026-01-02 10:00:00+02', '2026-01-02T08:00:00.000Z'],
  ['2026-01-02T10:00:00-05:30', '2026-01-02T15:30:00.000Z'],
  ['1767348000', '2026-01-02T10:00:00.000Z'],
  ['1767348000000', '2026-01-02T10:00:00.000Z'],
  ['Fri, 02 Jan 2026 10:00:00 GMT', '2026-01-02T10:00:00.000Z'],
])('reads %s', (text, instant) => {
  expect(readDate(text)?.toISOString()).toBe(instant)
})

it.each([
  ['2026-01-02', new Date(2026, 0, 2)],
  ['2026/01/02', new Date(2026, 0, 2)],
  ['2026-01-02 10:30:00', new Date(2026, 0, 2, 10, 30)],
])('reads %s as local time', (text, local) => {
  expect(readDate(text)).toEqual(local)
})

it.each([
  '02-01-2026',
  '02/01/2026',
  '2026-02-30',
  '0000-00-00',
  '20260102',
  '2026',
  'soon',
  'NaN',
  '',
  '2026-01-02 25:00:00',
])('never guesses %j', (text) => {
  expect(readDate(text)).toBeUndefined()
})
