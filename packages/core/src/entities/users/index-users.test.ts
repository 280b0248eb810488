import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { indexUsers, resultOf } from './index-users.ts'
import { selectUsers } from './select-users.ts'
import { USER_SORTS, type User, type UserListQuery } from './user.ts'

const text = fc.option(fc.string({ unit: fc.constantFrom('a', 'A', 'é', 'b', ' ', '\n', '@', '1', 'ß'), maxLength: 5 }))
const date = fc.option(fc.constantFrom('2026-01-01', '2026-01-02T12:00:00.000Z', '2026-01-03T00:00:00.000Z', 'soon'))
const user: fc.Arbitrary<User> = fc.record({
  id: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constantFrom('a1', 'B2')),
  first_name: text,
  last_name: text,
  email: text,
  age: fc.constantFrom(null, 1, 2, 3),
  gender: fc.constantFrom(null, 'male', 'Female'),
  status: fc.constantFrom(null, 'active', 'inactive'),
  role: fc.constantFrom(null, 'admin', 'user'),
  joined_date: date,
})
const query: fc.Arbitrary<UserListQuery> = fc.record(
  {
    page: fc.integer({ min: 1, max: 3 }),
    page_size: fc.integer({ min: 1, max: 4 }),
    search: fc.string({ unit: fc.constantFrom('a', 'É', 'b', ' ', '\n', '@', '1', 'ß'), maxLength: 3 }),
    sort: fc.constantFrom(...USER_SORTS),
    status: fc.constantFrom('active', 'inactive'),
    role: fc.constantFrom('admin', 'user'),
    joined_from: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T12:00:00.000Z'),
    joined_to: fc.constantFrom('2026-01-02T12:00:00.000Z', '2026-01-03T00:00:00.000Z'),
  },
  { requiredKeys: [] },
)

it('answers as selectUsers does, whatever was asked before', () => {
  fc.assert(
    fc.property(
      fc.array(user, { maxLength: 12 }),
      fc.array(query, { minLength: 1, maxLength: 6 }),
      fc.nat(12),
      fc.integer({ min: 1, max: 13 }),
      (users, queries, ahead, piece) => {
        const index = indexUsers(users, piece)
        index.prepare(ahead)
        for (const asked of queries) expect(resultOf(index.select(asked))).toEqual(selectUsers(users, asked))
      },
    ),
    { numRuns: 1000 },
  )
})

it('answers as selectUsers does while a search is typed and taken back', () => {
  fc.assert(
    fc.property(
      fc.array(user, { maxLength: 12 }),
      fc.string({ unit: fc.constantFrom('a', 'é', '1', ' ') }),
      (users, typed) => {
        const index = indexUsers(users)
        for (let end = 0; end <= typed.length * 2; end += 1) {
          const asked = { search: typed.slice(0, end <= typed.length ? end : 2 * typed.length - end) }
          expect(resultOf(index.select(asked))).toEqual(selectUsers(users, asked))
        }
      },
    ),
  )
})

it('says when there is nothing left to prepare', () => {
  const index = indexUsers([{ id: 1 }, { id: 2 }, { id: 3 }])
  expect([index.prepare(2), index.prepare(2), index.prepare(2)]).toEqual([true, false, false])
})

it('can be stopped after any step, and asked again', () => {
  const users = Array.from({ length: 9 }, (_, index) => ({ id: index, first_name: `Ada ${9 - index}` }))
  const asked = { sort: 'name', search: 'ada' } as const
  const index = indexUsers(users, 2)
  for (let steps = 0; steps < 12; steps += 1) {
    const given = index.select(asked)
    for (let step = 0; step < steps; step += 1) given.next()
  }
  expect(resultOf(index.select(asked))).toEqual(selectUsers(users, asked))
})
