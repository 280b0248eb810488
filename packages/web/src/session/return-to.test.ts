import { expect, test } from 'vitest'
import { parseReturnTo } from './return-to.ts'

test('keeps a path of this origin with its query and hash', () => {
  expect(parseReturnTo({ returnTo: '/User?page=2#top' })).toBe('/User?page=2#top')
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
])('refuses %j', (returnTo) => {
  expect(parseReturnTo({ returnTo })).toBeUndefined()
})

test('returns undefined when there is no state', () => {
  expect(parseReturnTo(null)).toBeUndefined()
})
