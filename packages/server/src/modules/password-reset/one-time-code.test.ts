import { expect, it } from 'vitest'
import { createServerKey } from '#server/security/server-key.ts'
import { codeMac, newCode } from './one-time-code.ts'

it('draws six digits, with leading zeros', () => {
  const codes = Array.from({ length: 1000 }, newCode)
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  expect(codes.filter((code) => code.startsWith('0')).length).toBeGreaterThan(0)
})

it('stores digests that differ by user and by key', () => {
  const [key, otherKey] = [createServerKey(Buffer.from('one')), createServerKey(Buffer.from('other'))]
  const macs = [codeMac(key, 1, '123456'), codeMac(key, 2, '123456'), codeMac(otherKey, 1, '123456')]
  expect(new Set(macs).size).toBe(3)
})
