import { describe, expect, it } from 'vitest'
import type { User, UserListQuery } from '../entities/users/user.ts'
import { selectUsers } from './select-users.ts'

const people: User[] = [
  {
    id: 1,
    first_name: 'Éva',
    last_name: 'Novák',
    email: 'eva@example.org',
    age: 30,
    role: 'admin',
    status: 'active',
    gender: 'female',
    profile_completed: true,
    joined_date: '2026-01-01T00:00:00.000Z',
  },
  {
    id: 2,
    first_name: 'Bo',
    last_name: null,
    email: 'bo@example.org',
    age: null,
    role: 'user',
    status: 'inactive',
    gender: '',
    profile_completed: false,
    joined_date: '2026-01-02T12:00:00.000Z',
  },
  {
    id: 10,
    first_name: null,
    last_name: null,
    email: null,
    age: 41,
    role: 'user',
    status: 'active',
    joined_date: null,
    created_at: '2026-01-03T23:59:59.999Z',
  },
  {
    id: 12,
    first_name: 'anna',
    last_name: 'Berg',
    email: 'ANNA@example.org',
    age: 41,
    role: null,
    status: 'active',
    joined_date: null,
    created_at: null,
  },
]
// Reversed, so that no order is accidental.
const ids = (query: UserListQuery) => selectUsers(people.toReversed(), query).users.map((user) => user.id)

describe('selectUsers', () => {
  it.each<[string, (string | number)[]]>([
    ['eva n', [1]],
    ['novak  eva', [1]],
    ['#1', [1]],
    ['#2 ', [2]],
    ['NOVAK', [1]],
    ['anna@', [12]],
    ['1', [1, 10, 12]],
    ['  bo ', [2]],
    ['', [1, 2, 10, 12]],
    ['%', []],
  ])('finds %j by part of name, email or id, whatever its case and accents', (search, expectedIds) => {
    expect(ids({ search })).toEqual(expectedIds)
  })

  it('includes both ends of a range of dates and leaves out users without a date', () => {
    expect(ids({ joined_from: '2026-01-01T00:00:00.000Z', joined_to: '2026-01-03T23:59:59.999Z' })).toEqual([1, 2, 10])
    expect(ids({ joined_from: '2026-01-01T00:00:00.001Z' })).toEqual([2, 10])
    expect(ids({ joined_to: '2026-01-03T23:59:59.998Z' })).toEqual([1, 2])
  })

  it('reads a plain date as that calendar day in the local time zone', () => {
    const plain: User[] = [{ id: 1, joined_date: '2026-03-29' }]
    const day = {
      joined_from: new Date(2026, 2, 29).toISOString(),
      joined_to: new Date(2026, 2, 29, 23, 59).toISOString(),
    }
    expect(selectUsers(plain, day).total).toBe(1)
    expect(selectUsers(plain, { joined_to: new Date(2026, 2, 28, 23, 59, 59, 999).toISOString() }).total).toBe(0)
  })

  it.each<[UserListQuery, number[]]>([
    [{ status: ['active'], role: ['user'] }, [10]],
    [{ status: ['inactive', 'active'] }, [1, 2, 10, 12]],
    [{ status: ['not-active'] }, [2]],
    [{ role: ['not-set', 'admin'] }, [1, 12]],
    [{ role: ['no-plan'] }, [12]],
    [{ gender: ['not-set'] }, [2, 10, 12]],
    [{ age_from: 31 }, [10, 12]],
    [{ age_to: 30 }, [1]],
    [{ age_from: 30, age_to: 30 }, [1]],
    [{ age_not_set: true }, [2]],
    [{ age_to: 30, age_not_set: true }, [1, 2]],
    [{ age_not_set: false }, [1, 2, 10, 12]],
    [{ profile_completed: true }, [1]],
    [{ profile_completed: false }, [2, 10, 12]],
  ])('filters by values, of which those of one parameter are united: %j', (query, expectedIds) => {
    expect(ids(query)).toEqual(expectedIds)
  })

  it('counts each facet by the search, the dates and the filters of the others', () => {
    expect(selectUsers(people, { facets: true, search: 'o', status: ['active'], age_to: 30 }).facets).toEqual({
      status: [{ value: 'active', users: 1 }],
      role: [{ value: 'admin', users: 1 }],
      gender: [{ value: 'female', users: 1 }],
      age: { under_16: 0, not_set: 0 },
      profile_completed: { yes: 1, no: 0 },
    })
    expect(selectUsers(people, { facets: true, role: ['user'] }).facets).toEqual({
      status: [
        { value: 'active', users: 1 },
        { value: 'inactive', users: 1 },
      ],
      role: [
        { value: 'admin', users: 1 },
        { value: 'not-set', users: 1 },
        { value: 'user', users: 2 },
      ],
      gender: [{ value: 'not-set', users: 2 }],
      age: { under_16: 0, not_set: 1 },
      profile_completed: { yes: 0, no: 2 },
    })
    expect(selectUsers(people, {}).facets).toBeUndefined()
  })

  it('sorts either way with missing values last and equal ones by id', () => {
    expect(ids({ sort: 'name' })).toEqual([12, 2, 1, 10])
    expect(ids({ sort: '-name' })).toEqual([1, 2, 12, 10])
    expect(ids({ sort: '-age' })).toEqual([10, 12, 1, 2])
    expect(ids({ sort: '-joined_date' })).toEqual([10, 2, 1, 12])
    expect(ids({ sort: '-id' })).toEqual([12, 10, 2, 1])
    expect(ids({ sort: '-gender' })).toEqual([1, 2, 10, 12])
  })

  it('cuts a page out of the matches, and counts the matches and all users', () => {
    const page = selectUsers(people, { page: 2, page_size: 2, search: 'example' })
    expect(page.users.map((user) => user.id)).toEqual([12])
    expect(page.total).toBe(3)
    expect(page.summary).toEqual({
      total: 4,
      active: 3,
      pro: 1,
      basic: 2,
      none: 1,
      not_completed: 3,
      under_16_or_not_set: 1,
    })
    expect(selectUsers(people, { page: 9, page_size: 2 }).users).toEqual([])
  })

  it('returns the right users for each query on the same list, and leaves the list unchanged', () => {
    const list = [...people]
    const idsOf = (query: UserListQuery) => selectUsers(list, query).users.map((user) => user.id)
    expect(idsOf({ sort: '-id', search: 'e' })).toEqual([12, 2, 1])
    expect(idsOf({ sort: 'name', search: 'eva' })).toEqual([1])
    expect(idsOf({ sort: '-id', joined_to: '2026-01-01T00:00:00.000Z' })).toEqual([1])
    expect(idsOf({})).toEqual([1, 2, 10, 12])
    expect(list).toEqual(people)
  })
})
