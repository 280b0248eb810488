import { expect, it } from 'vitest'
import { tierPercentages, summarize } from './summary.ts'

it('counts admins as Pro, users as Basic, and anyone else as without a plan', () => {
  const users = [
    { role: 'admin', status: 'active' },
    { role: 'user', status: 'suspended' },
    { role: 'user', status: 'active' },
    { role: null, status: null },
    {},
  ]
  expect(summarize(users)).toEqual({ total: 5, active: 2, pro: 1, basic: 2, none: 2 })
})

it('rounds percentages of all users', () => {
  expect(tierPercentages({ total: 8, active: 0, pro: 1, basic: 5, none: 2 })).toEqual({ pro: 13, basic: 63 })
})

it('returns 0 percent without users', () => {
  expect(tierPercentages(summarize([]))).toEqual({ pro: 0, basic: 0 })
})
