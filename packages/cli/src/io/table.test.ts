import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { renderTable, type Column } from './table.ts'

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

test('columns are aligned and uncoloured where nobody wants colours', () => {
  const text = renderTable(columns, rows, { isTerminal: false, width: undefined, color: false })
  expect(text).toBe('ID   NAME\n1    Éva\n200  王小明 王小明 王小明\n')
})

test('lines are cut to the width of the terminal, wide characters counted as two', () => {
  const lines = renderTable(columns, rows, { isTerminal: true, width: 16, color: false }).split('\n')
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(16)
  expect(lines[2]).toMatch(/…$/)
})

test('colours change nothing but the colour', () => {
  const colored = renderTable(columns, rows, { isTerminal: false, width: undefined, color: true })
  expect(colored).toContain('\u001B[32m')
  expect(stripVTControlCharacters(colored)).toBe(
    renderTable(columns, rows, { isTerminal: false, width: undefined, color: false }),
  )
})
