import { unguardFormulas } from '@rapport/core/text/formula-guard.ts'
import * as fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

/** Pieces that CSV and spreadsheets care about, and any other text. */
const anyCell = fc.array(
  fc.oneof(
    fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\r\n', '"', ',', "'", ';', ' ', '＝', 'é', '\u{1F600}'),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  ),
  { maxLength: 6 },
)
const texts = anyCell.map((pieces) => pieces.join(''))
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((width) => fc.array(fc.array(texts, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }))

const FORMULA = /^[=+\-@\t\r\n\0＝＋－＠]/u
const read = (csv: string) => Papa.parse<string[]>(csv, { delimiter: ',', newline: '\r\n' })

test('writes cells that papaparse reads back, with an apostrophe before formulas', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const { data, errors } = read(rows.map((row) => csvLine(row)).join(''))
      expect(errors).toEqual([])
      const cells = data.slice(0, -1)
      expect(cells.flat().filter((cell) => FORMULA.test(cell))).toEqual([])
      expect(cells.map((row) => row.map(unguardFormulas))).toEqual(rows)
    }),
    { numRuns: 500 },
  )
})

/** As a spreadsheet reads that separates by these: quotes in the middle of a cell are letters, and a break ends a row. */
const brokenUp = (csv: string, separator: RegExp) => csv.split(separator).map((cell) => cell.replace(/^"+/, ''))

test.each([[/;|\r\n|[\r\n]/], [/\t|\r\n|[\r\n]/]])(
  'no cell is taken for a formula where a spreadsheet separates by %s',
  (separator) => {
    const beginsFormula = /^[=+\-@\0＝＋－＠]/u
    fc.assert(
      fc.property(table, (rows) => {
        const csv = rows.map((row) => csvLine(row)).join('')
        expect(brokenUp(csv, separator).filter((cell) => beginsFormula.test(cell))).toEqual([])
        const { data } = Papa.parse<string[]>(csv, { delimiter: separator.source.startsWith(';') ? ';' : '\t' })
        expect(data.flat().filter((cell) => beginsFormula.test(cell))).toEqual([])
      }),
      { numRuns: 500 },
    )
  },
)

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1', "'+49 30 1"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t\'=1"'],
  ['\r=1', '"\'\r\'=1"'],
  ['=HYPERLINK("http://evil.example","x")', '"\'=HYPERLINK(""http://evil.example"",""x"")"'],
  ['a;=1+1', '"a;\'=1+1"'],
  ['a;"=1+1', '"a;""\'=1+1"'],
  ['a\n- b', '"a\n\'- b"'],
  ['plain', 'plain'],
  ['a;b', '"a;b"'],
  ['a, b', '"a, b"'],
  [-5, "'-5"],
  [42, '42'],
  [null, ''],
  [undefined, ''],
  [false, 'false'],
])('writes %j as %j', (value, written) => {
  expect(csvLine([value, 'x'])).toBe(`${written},x\r\n`)
})
