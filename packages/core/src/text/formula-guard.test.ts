import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { guardFormulas, unguardFormulas } from './write-csv.ts'

const hostile = fc.string({
  unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\0', "'", '"', ',', ';', 'a', ' ', '＝', '＠'),
  maxLength: 12,
})

it('unguarding restores the text', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(unguardFormulas(guardFormulas(text))).toBe(text)
    }),
    { numRuns: 10_000 },
  )
})

it.each([
  ['=1', "'=1"],
  ["'=1", "''=1"],
  ['a;=1', "a;'=1"],
  ['a;"@b', 'a;"\'@b'],
  ['a\t=1', "a\t'=1"],
  ['a\r\n-1', "a\r\n'-1"],
  ['\t=1', "'\t'=1"],
  ['a=1; b-2', 'a=1; b-2'],
  ["it's", "it's"],
])('%j becomes %j', (text, guarded) => {
  expect(guardFormulas(text)).toBe(guarded)
})

it('takes linear time for a long run of quotes and apostrophes', () => {
  const text = `;${'"'.repeat(200_000)}${"'".repeat(200_000)}`.repeat(2)
  const started = performance.now()
  expect(unguardFormulas(guardFormulas(text))).toBe(text)
  expect(performance.now() - started).toBeLessThan(2000)
})
