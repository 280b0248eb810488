import { expect, it } from 'vitest'
import { summarize, toPercent } from './summary.ts'

it('counts admins as Pro, users as Basic, and anyone else as no tier', () => {
  const users = [
    { role: 'admin', status: 'active', age: 16, profile_completed: true },
    { role: 'user', status: 'suspended', age: 15, profile_completed: false },
    { role: 'user', status: 'active' },
    { role: null, status: null },
    {},
  ]
  expect(summarize(users)).toEqual({
    total: 5,
    active: 2,
    pro: 1,
    basic: 2,
    none: 2,
    not_completed: 4,
    under_16_or_not_set: 4,
  })
})

it('rounds percentages of all users', () => {
  const summary = { total: 8, active: 0, pro: 1, basic: 5, none: 2 }
  expect([toPercent(summary.pro, summary), toPercent(summary.basic, summary)]).toEqual([13, 63])
})

it('returns 0 percent without users', () => {
  expect(toPercent(0, summarize([]))).toBe(0)
})
