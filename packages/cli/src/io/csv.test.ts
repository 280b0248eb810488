import { unguardFormulas } from '@rapport/core/formula-guard.ts'
import * as fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { readCsv, writeCsv } from './csv.ts'

// Texts with many of the characters that CSV, spreadsheets and terminals treat as their own.
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\0', "'", '"', ',', ';', ' ', '＝', '＋', '－', '＠'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 12,
})
const tables = fc
  .integer({ min: 1, max: 4 })
  .chain((columns) =>
    fc.array(fc.array(hostile, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 5 }),
  )

test('what is written reads back exactly, whatever the cells hold', () => {
  fc.assert(
    fc.property(tables, (rows) => {
      expect(readCsv(writeCsv(rows))).toEqual(rows)
    }),
    { numRuns: 10_000 },
  )
})

test('an independent reader finds the same cells, none of which a spreadsheet takes for a formula', () => {
  fc.assert(
    fc.property(tables, (rows) => {
      const { data, errors } = Papa.parse<string[]>(writeCsv(rows), { newline: '\r\n', delimiter: ',' })
      expect(errors).toEqual([])
      const cells = data.slice(0, rows.length)
      for (const cell of cells.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\0]/)
      expect(cells.map((row) => row.map(unguardFormulas))).toEqual(rows)
    }),
    { numRuns: 10_000 },
  )
})

test.each([';', '\t'])('a reader that separates by %j finds no formula either', (delimiter) => {
  fc.assert(
    fc.property(tables, (rows) => {
      const { data } = Papa.parse<string[]>(writeCsv(rows), { delimiter })
      for (const cell of data.flat()) expect(cell).not.toMatch(/^"*[=+\-@\0＝＋－＠]/)
    }),
    { numRuns: 10_000 },
  )
})

test('lines end with CRLF, and cells with separators are quoted', () => {
  expect(
    writeCsv([
      ['id', 'name'],
      [1, 'a "b", c'],
      [null, undefined],
    ]),
  ).toBe('id,name\r\n1,"a ""b"", c"\r\n,\r\n')
})

test('cells with blanks at their ends are quoted, which many a reader would cut', () => {
  expect(writeCsv([[' a', 'b ', '\u00A0c', 'd e']])).toBe('" a","b ","\u00A0c",d e\r\n')
})

test('a quote that is never closed is named by its line', () => {
  expect(() => readCsv('id,name\n1,"open\n2,x\n')).toThrow('Line 2: a quote is never closed.')
})

test('files of spreadsheets are read: a byte order mark, LF line ends, no line end at the last row', () => {
  expect(readCsv('\uFEFFid,name\n1,Éva\n2,')).toEqual([
    ['id', 'name'],
    ['1', 'Éva'],
    ['2', ''],
  ])
})

test('a single empty cell is no empty line', () => {
  expect(writeCsv([['name'], [''], [null]])).toBe('name\r\n""\r\n""\r\n')
  expect(readCsv(writeCsv([[''], ['a']]))).toEqual([[''], ['a']])
})
