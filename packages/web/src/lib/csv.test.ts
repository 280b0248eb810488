import * as fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

/** Pieces that CSV and spreadsheets care about, and any other text. */
const cell = fc.array(
  fc.oneof(
    fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\r\n', '"', ',', "'", ';', ' ', '＝', 'é', '\u{1F600}'),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  ),
  { maxLength: 6 },
)
const texts = cell.map((pieces) => pieces.join(''))
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((width) => fc.array(fc.array(texts, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }))

const read = (csv: string) => Papa.parse<string[]>(csv, { delimiter: ',', newline: '\r\n' })

test('an independent parser reads every cell back, with an apostrophe before what looks like a formula', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const { data, errors } = read(rows.map((row) => csvLine(row)).join(''))
      expect(errors).toEqual([])
      expect(data.slice(0, -1)).toEqual(
        rows.map((row) => row.map((text) => (/^[=+\-@\t\r\n＝＋－＠]/u.test(text) ? `'${text}` : text))),
      )
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1', "'+49 30 1"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("http://evil.example","x")', '"\'=HYPERLINK(""http://evil.example"",""x"")"'],
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  [-5, "'-5"],
  [42, '42'],
  [null, ''],
  [undefined, ''],
  [false, 'false'],
])('%j is written as %j', (value, written) => {
  expect(csvLine([value, 'x'])).toBe(`${written},x\r\n`)
})
