import { expect, it } from 'vitest'
import { fullName, joinedAt } from './user.ts'

it.each([
  [{ first_name: 'Ada', last_name: 'Byron' }, 'Ada Byron'],
  [{ first_name: ' Ada ', last_name: null }, 'Ada'],
  [{ last_name: 'Byron' }, 'Byron'],
  [{ first_name: '', last_name: '  ' }, undefined],
])('the full name of %j is %j', (user, name) => {
  expect(fullName(user)).toBe(name)
})

it('reads when a user joined from joined_date, otherwise from created_at', () => {
  expect(joinedAt({ joined_date: '2026-02-03T04:05:06Z', created_at: '2020-01-01T00:00:00Z' })?.toISOString()).toBe(
    '2026-02-03T04:05:06.000Z',
  )
  expect(joinedAt({ joined_date: null, created_at: '2020-01-01T00:00:00Z' })?.getTime()).toBe(Date.UTC(2020, 0, 1))
  expect(joinedAt({ joined_date: '2026-02-03' })).toEqual(new Date(2026, 1, 3))
  expect(joinedAt({ joined_date: 'yesterday' })).toBeUndefined()
  expect(joinedAt({})).toBeUndefined()
  expect(joinedAt({ joined_date: '', created_at: '2020-01-01' })).toEqual(new Date(2020, 0, 1))
  for (const joined_date of ['0000-00-00', '2026-02-30', '2026-13-01'])
    expect(joinedAt({ joined_date })).toBeUndefined()
})
