import { expect, test } from 'vitest'
import { returnToOf } from './return-to.ts'

test('a path of this origin is kept with its query and hash', () => {
  expect(returnToOf({ returnTo: '/User?page=2#top' })).toBe('/User?page=2#top')
})

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  'javascript:alert(1)',
  'User',
  '',
  7,
  null,
])('%j is not gone to', (returnTo) => {
  expect(returnToOf({ returnTo })).toBeUndefined()
})

test('nothing handed over leads nowhere', () => {
  expect(returnToOf(null)).toBeUndefined()
})
