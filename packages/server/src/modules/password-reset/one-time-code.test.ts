import { expect, it } from 'vitest'
import { serverKey } from '#server/security/server-key.ts'
import { codeMac, newCode } from './one-time-code.ts'

const DRAWN = 100_000

it('draws six digits, zeros in front included, each digit as often at each place', () => {
  const codes = Array.from({ length: DRAWN }, newCode)
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  for (let place = 0; place < 6; place += 1) {
    const counts = Array.from(
      { length: 10 },
      (_, digit) => codes.filter((code) => code[place] === String(digit)).length,
    )
    const chiSquare = counts.reduce((sum, count) => sum + (count - DRAWN / 10) ** 2 / (DRAWN / 10), 0)
    // Nine degrees of freedom: a fair draw is above this once in a million.
    expect(chiSquare).toBeLessThan(45.1)
  }
})

it('keeps a code so that it differs from user to user and from key to key', () => {
  const [one, other] = [serverKey(Buffer.from('one')), serverKey(Buffer.from('other'))]
  const macs = [
    codeMac(one, 1, '123456'),
    codeMac(one, 2, '123456'),
    codeMac(one, 11, '23456'),
    codeMac(other, 1, '123456'),
  ]
  expect(new Set(macs).size).toBe(4)
  expect(codeMac(one, 1, '123456')).toBe(macs[0])
})
