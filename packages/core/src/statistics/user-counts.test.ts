import { expect, it } from 'vitest'
import { lastDays } from './user-counts.ts'
import { countJoinedBetween } from './user-counts.ts'

const today = new Date(2026, 10, 21, 15, 30)
const local = (...parts: [number, number, number, number?, number?, number?, number?]) => new Date(...parts)
const joined = (date: Date) => ({ id: 1, joined_date: date.toISOString(), created_at: null })

it('the last days end with today, at local midnight', () => {
  const bounds = lastDays(30, today).map((second) => new Date(second * 1000))
  expect(bounds).toHaveLength(31)
  expect([bounds[0], bounds.at(-1)]).toEqual([local(2026, 9, 23), local(2026, 10, 22)])
})

it('counts users on the day they joined, on its first and its last instant too', () => {
  const users = [
    joined(local(2026, 10, 14, 23, 59, 59, 999)),
    joined(local(2026, 10, 15)),
    joined(local(2026, 10, 15, 23, 59, 59, 999)),
    joined(local(2026, 10, 21, 23, 59, 59, 999)),
    joined(local(2026, 10, 22)),
    { id: 1, joined_date: '2026-11-20', created_at: null },
    { id: 1, joined_date: null, created_at: null },
    { id: 1, joined_date: 'soon', created_at: null },
  ]
  expect(countJoinedBetween(users, lastDays(7, today)).map(({ total }) => total)).toEqual([2, 0, 0, 0, 0, 1, 1])
})
