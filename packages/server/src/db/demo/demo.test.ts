import { expect, it } from 'vitest'
import { DEMO_PRODUCTS, DEMO_USERS } from './demo.ts'
import { demoPeople } from './people.ts'

const now = new Date(2026, 10, 21, 9, 30)
const people = [...demoPeople(DEMO_USERS, now)]

it('creates adults who joined within the last three years, some of them today', () => {
  expect(people.length).toBeGreaterThanOrEqual(240)
  expect(people.every(({ age }) => age === null || (age !== undefined && age >= 18 && age <= 80))).toBe(true)
  const days = people.map(({ created_at }) =>
    Math.ceil((new Date(2026, 10, 22).getTime() - created_at.getTime()) / 86_400_000),
  )
  expect(days.filter((day) => day === 1).length).toBeGreaterThanOrEqual(3)
  expect(days.filter((day) => day === 2).length).toBeGreaterThanOrEqual(1)
  expect(Math.max(...days)).toBeGreaterThan(2.5 * 365)
  expect(Math.max(...days)).toBeLessThanOrEqual(3 * 365 + 1)
  expect(people.every(({ created_at }) => created_at <= now)).toBe(true)
})

it('creates people with missing fields, several statuses and every tier', () => {
  const missing = (field: 'first_name' | 'last_name' | 'age' | 'gender' | 'role') =>
    people.filter((person) => person[field] === null).length
  for (const field of ['first_name', 'last_name', 'age', 'gender', 'role'] as const)
    expect(missing(field)).toBeGreaterThan(0)
  expect(new Set(people.map(({ status }) => status)).size).toBeGreaterThanOrEqual(3)
  expect(new Set(people.map(({ email }) => email)).size).toBe(people.length)
})

it('creates the same people at every run, and none who can sign in', () => {
  expect([...demoPeople(DEMO_USERS, now)]).toEqual(people)
  expect(people.every(({ password_hash }) => password_hash === undefined)).toBe(true)
})

it('gives every product the trial of 2 days that the policy pages state', () => {
  expect(DEMO_PRODUCTS.map(([, , , , trial]) => trial)).toEqual(DEMO_PRODUCTS.map(() => 2))
})
