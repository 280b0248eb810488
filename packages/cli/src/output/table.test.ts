import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { renderRecord, renderTable, type Column } from './table.ts'

interface Row {
  id: number
  name: string
}

const columns: readonly Column<Row>[] = [
  { title: 'ID', text: ({ id }) => String(id), tone: () => 'green' },
  { title: 'NAME', text: ({ name }) => name },
]
const rows = [
  { id: 1, name: 'Éva' },
  { id: 200, name: '王小明 王小明 王小明' },
]

test('columns are aligned', () => {
  const text = renderTable(columns, rows, { isTerminal: false, width: undefined, color: false })
  expect(text).toBe('ID   NAME\n1    Éva\n200  王小明 王小明 王小明\n')
})

test('lines are cut to the width of the terminal, wide characters counted as two', () => {
  const lines = renderTable(columns, rows, { isTerminal: true, width: 16, color: false }).split('\n')
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(16)
  expect(lines[2]).toMatch(/…$/)
})

test('colours do not change the text', () => {
  const colored = renderTable(columns, rows, { isTerminal: false, width: undefined, color: true })
  expect(colored).toContain('\u001B[32m')
  expect(stripVTControlCharacters(colored)).toBe(
    renderTable(columns, rows, { isTerminal: false, width: undefined, color: false }),
  )
})

test('a narrow terminal cuts long texts first, and then drops columns in their order', () => {
  const fourColumns: readonly Column<Row>[] = [
    { title: 'ID', text: ({ id }) => String(id) },
    { title: 'NAME', text: ({ name }) => name },
    { title: 'SECOND', text: () => 'x'.repeat(10), dropOrder: 2 },
    { title: 'FIRST', text: () => 'x'.repeat(100), dropOrder: 1 },
  ]
  const titlesAt = (width: number) =>
    renderTable(fourColumns, rows, { isTerminal: true, width, color: false }).split(/\s+\d/)[0]
  expect(titlesAt(75)).toMatch(/^ID +NAME +SECOND +FIRST$/)
  expect(titlesAt(60)).toMatch(/^ID +NAME +SECOND$/)
  expect(titlesAt(30)).toMatch(/^ID +NAME$/)
  expect(titlesAt(4)).toMatch(/^ID +NAME$/)
})

test('a column that wraps continues on the next line on a terminal, and stays one line elsewhere', () => {
  const wrappingColumns: readonly Column<Row>[] = [
    ...columns,
    { title: 'SAID', text: () => 'all that was to be said', wraps: true },
  ]
  expect(renderTable(wrappingColumns, rows.slice(0, 1), { isTerminal: true, width: 24, color: false })).toBe(
    ['ID  NAME  SAID', '1   Éva   all that was', '          to be said', ''].join('\n'),
  )
  expect(
    renderTable(wrappingColumns, rows.slice(0, 1), { isTerminal: false, width: undefined, color: false }),
  ).toContain('all that was to be said\n')
})

test('a record has one line per field, and its control characters are escaped', () => {
  const name = 'A\nID    2\u001B[2J\u202E'
  expect(renderRecord(columns, { id: 1, name })).toBe('ID    1\nNAME  A\\u000aID    2\\u001b[2J\\u202e\n')
})
