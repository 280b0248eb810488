import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeJson, visibleLine, visibleText } from './terminal-text.ts'

const STEERS = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '\u001B]8;;http://evil\u0007',
      '\u001B]52;c;aGk=\u0007',
      '\u001B[2J',
      '\u009B31m',
      '\u202E',
      '\u2066',
      '\r',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 20,
})

test('control characters and invisible formatting are escaped', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(visibleLine(text)).not.toMatch(STEERS)
      expect(visibleLine(text)).not.toContain('\n')
      expect(visibleText(text)).not.toMatch(STEERS)
    }),
    { numRuns: 2000 },
  )
})

test('JSON is safe on a terminal and parses to the same value', () => {
  fc.assert(
    fc.property(fc.record({ name: hostile, id: fc.integer() }), (value) => {
      expect(safeJson(value)).not.toMatch(STEERS)
      expect(JSON.parse(safeJson(value, 2))).toEqual(value)
    }),
    { numRuns: 2000 },
  )
})

test('names in any script and emoji stay as they are', () => {
  for (const name of ['Éva Kovács', 'نگار', '王小明', '👩‍💻', 'e\u0301']) expect(visibleLine(name)).toBe(name)
})

test.each(['##[add-mask]a', 'name: ##[set-output name=approved;]true', '::stop-commands::x', '  ::error file=a::b'])(
  'escapes %j for GitHub Actions',
  (text) => {
    expect(visibleLine(text)).not.toMatch(/##\[|^\s*::/)
  },
)

test.each(['::1', '::ffff:10.0.0.1', 'C:: D::', '## [x]'])('leaves %j as it is', (text) => {
  expect(visibleLine(text)).toBe(text)
})
