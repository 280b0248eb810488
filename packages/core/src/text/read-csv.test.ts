import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readCsv, readCsvRows, readCsvTable } from './read-csv.ts'
import { unguardFormulas, writeCsv } from './write-csv.ts'

// Texts with characters that are special in CSV, spreadsheets and terminals.
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

it('reads back exactly what it wrote, and no spreadsheet sees a formula', () => {
  fc.assert(
    fc.property(tables, (rows) => {
      const text = writeCsv(rows)
      expect(readCsv(text)).toEqual(rows)
      const cells: string[][] = parse(text)
      for (const cell of cells.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\0]/)
      expect(cells.map((row) => row.map(unguardFormulas))).toEqual(rows)
    }),
    { numRuns: 2000 },
  )
})

it.each([';', '\t'])('a spreadsheet that separates by %j finds no formula either', (separator) => {
  const beginsFormula = /^"*[=+\-@\0＝＋－＠]/u
  fc.assert(
    fc.property(tables, (rows) => {
      // Whichever quotes the spreadsheet recognizes, its cells start at one of these positions.
      const cells = writeCsv(rows).split(new RegExp(`${separator}|[\\r\\n]`))
      expect(cells.filter((cell) => beginsFormula.test(cell))).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

it('ends lines with CRLF, and quotes cells with separators', () => {
  expect(
    writeCsv([
      ['id', 'name'],
      [1, 'a "b", c'],
      [null, undefined],
    ]),
  ).toBe('id,name\r\n1,"a ""b"", c"\r\n,\r\n')
})

it('a row of one empty cell is quoted, since readers skip empty lines', () => {
  expect(writeCsv([['name'], [''], [null]])).toBe('name\r\n""\r\n""\r\n')
})

it('reads what spreadsheets write: a byte order mark, LF line ends, no line end at the last row', () => {
  expect(readCsv('\uFEFFid,name\n1,Éva\n2,')).toEqual([
    ['id', 'name'],
    ['1', 'Éva'],
    ['2', ''],
  ])
})

it('a row knows its line after a cell of several lines', () => {
  expect(readCsvRows('a,b\r\n"x\r\ny",2\r\n3,4\r\n').map(({ line }) => line)).toEqual([1, 2, 4])
})

it('reports an unclosed quote with its line', () => {
  expect(() => readCsv('id,name\n1,"open\n2,x\n')).toThrow('Line 2: a quote is never closed.')
})

it.each([
  ['commas', 'id,name\n1,a'],
  ['semicolons', 'id;name\r\n1;a\r\n'],
  ['tabs, after a byte order mark', '\uFEFFid\tname\r1\ta'],
  ['the separator that Excel names', 'sep=;\r\nid;name\r\n1;a'],
  ['a quoted header with other separators', '"id";"name"\n1;a'],
  ['blank rows and columns of cleared cells', ';;;;\nid;name;;\n;;;\n1;a;;\n;;;;;\n'],
])('reads a table with %s', (_, text) => {
  const { header, rows } = readCsvTable(text)
  expect([header, ...rows.map(({ cells }) => cells)]).toEqual([
    ['id', 'name'],
    ['1', 'a'],
  ])
})

it('keeps the cells of a row that is wider than its header, and counts lines as an editor does', () => {
  expect(readCsvTable('sep=;\nid;name\n;\n1;"a\nb";c\n2;d')).toMatchObject({
    rows: [
      { cells: ['1', 'a\nb', 'c'], line: 4 },
      { cells: ['2', 'd'], line: 6 },
    ],
  })
})
