import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { selectUsers } from '@rapport/core/client/select-users.ts'
import { USER_SORTS, type UserListQuery, type UserPage } from '@rapport/core/entities/users/user.ts'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'

type User = Schemas['User']

// Few values, so that they collide, with accents, letter case and an emoji.
const word = fc.constantFrom('Éva', 'eva', 'Zoë', 'ALI', 'ﬁ', '😀', 'Ω', '%', '_', ' ', '')
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const instant = fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', '2026-06-30T12:00:00.000Z')

const user: fc.Arbitrary<Partial<User>> = fc.record({
  first_name: orNull(word),
  last_name: orNull(word),
  age: orNull(fc.integer({ min: 14, max: 17 })),
  gender: orNull(fc.constantFrom('female', 'Male', '')),
  status: orNull(fc.constantFrom('active', 'Suspended', '')),
  role: orNull(fc.constantFrom('admin', 'user', 'guest')),
  profile_completed: orNull(fc.boolean()),
  created_at: instant,
  joined_date: orNull(instant),
})

const values = (...texts: string[]) => fc.array(fc.constantFrom(...texts), { minLength: 1, maxLength: 2 })

const query: fc.Arbitrary<UserListQuery> = fc
  .record(
    {
      id: fc.constantFrom('1', '2', '01', 'x'),
      joined_bounds: fc.constantFrom<number[]>([1_767_225_600, 1_767_225_600, 1_782_820_800], [0, 1_767_225_601]),
      page: fc.integer({ min: 1, max: 3 }),
      page_size: fc.integer({ min: 1, max: 5 }),
      search: fc.oneof(word, fc.constantFrom('1', '1 ', 'é', 'example.COM')),
      joined_from: instant,
      joined_to: instant,
      status: values('active', 'suspended', 'Suspended', 'not-set', 'not-active'),
      role: values('admin', 'user', 'guest', 'not-set', 'no-plan'),
      gender: values('female', 'Male', 'not-set'),
      age_from: fc.integer({ min: 14, max: 17 }),
      age_to: fc.integer({ min: 14, max: 17 }),
      age_not_set: fc.boolean(),
      profile_completed: fc.boolean(),
      facets: fc.boolean(),
      sort: fc.constantFrom(...USER_SORTS),
    },
    { requiredKeys: [] },
  )
  .filter((parameters) => Object.keys(parameters).length > 0)

onEachEngine(({ it }) => {
  it('returns the same as selectUsers of core for every query', async ({ server, call }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(user, { maxLength: 12 }),
        fc.array(query, { minLength: 8, maxLength: 8 }),
        async (users, queries) => {
          await server.database.db.deleteFrom('users').where('id', '<>', server.admin.id).execute()
          for (const [index, fields] of users.entries())
            await server.addUser({ ...fields, email: `É${index}@example.com` })
          const allUsers = (await call<UserPage>('GET', '/api/admin/users')).body.data.users
          for (const parameters of queries) {
            const texts = Object.entries(parameters).flatMap(([name, value]) =>
              [value].flat().map((element): [string, string] => [name, String(element)]),
            )
            const text = new URLSearchParams(texts).toString()
            const response = await call<UserPage>('GET', `/api/admin/users?${text}`)
            expect(response.body.data).toEqual(selectUsers(allUsers, parameters))
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  it('refuses bounds that do not ascend, which would count users repeatedly', async ({ call }) => {
    for (const page of ['', 'page=1&']) {
      const path = `/api/admin/users?${page}joined_bounds=2&joined_bounds=3&joined_bounds=2`
      const { status, body } = await call('GET', path)
      expect({ status, errors: body.errors }).toEqual({
        status: 400,
        errors: { joined_bounds: 'Please send the instants in ascending order.' },
      })
    }
  })
})
