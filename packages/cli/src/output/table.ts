import { styleText } from 'node:util'
import type { Tone } from '@rapport/core/entities/entity.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import { truncate, textWidth, wrapText } from './text-width.ts'

/** A column of a table. `tone` colours its cells. */
export interface Column<Row> {
  title: string
  text: (row: Row) => string
  tone?: (row: Row) => Tone | undefined
  /** Columns with a number are dropped from a narrow table: 1 before 2. */
  dropOrder?: number
  /** Whether long text is wrapped instead of cut. */
  wraps?: boolean
}

export interface TableOptions {
  isTerminal: boolean
  /** Width of the terminal; undefined elsewhere, where nothing is cut. */
  width: number | undefined
  color: boolean
  /** Whether results that did not fail are left out. */
  isQuiet?: boolean
}

const GAP = '  '
const MIN_COLUMN_WIDTH = 6
/** The width at which a column is readable. Other columns are dropped to keep it. */
const READABLE_WIDTH = 32

/** Renders an aligned table, escaped for terminals. */
export function renderTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], options: TableOptions): string {
  return tableLines(columns, rows, options)
    .map((line) => `${line}\n`)
    .join('')
}

/** Like `renderTable`, but returns lines. The first one has the titles. */
export function tableLines<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { isTerminal, width, color }: TableOptions,
): string[] {
  const sizedColumns = fitColumns(
    columns.map((column) => measureColumn(column, rows)),
    (isTerminal && width) || Number.POSITIVE_INFINITY,
  )
  const paint = (style: 'bold' | Tone | undefined, text: string) =>
    color && style && text !== '' ? styleText(style, text, { validateStream: false }) : text
  const titles = sizedColumns.map(({ column }) => column.title)
  const head = joinCells(sizedColumns, titles, (text) => paint('bold', text))
  const body = rows.flatMap((row, index) =>
    toRowLines(sizedColumns, index).map((texts) =>
      joinCells(sizedColumns, texts, (text, { tone }) => paint(tone?.(row), text)),
    ),
  )
  return [head, ...body]
}

/** Renders one record, a line per field. */
export function renderRecord<Row>(columns: readonly Column<Row>[], row: Row): string {
  const widest = Math.max(0, ...columns.map(({ title }) => textWidth(title)))
  return columns.map(({ title, text }) => `${title.padEnd(widest)}  ${visibleLine(text(row))}\n`).join('')
}

interface SizedColumn<Row> {
  column: Column<Row>
  cells: readonly string[]
  width: number
}

function measureColumn<Row>(column: Column<Row>, rows: readonly Row[]): SizedColumn<Row> {
  const cells = rows.map((row) => visibleLine(column.text(row)))
  const width = cells.reduce((max, cell) => Math.max(max, textWidth(cell)), textWidth(column.title))
  return { column, cells, width }
}

/** Narrows the widest columns until all fit. Drops columns first if others would become unreadable. */
function fitColumns<Row>(columns: SizedColumn<Row>[], available: number): SizedColumn<Row>[] {
  const [droppable] = columns
    .filter(({ column }) => column.dropOrder !== undefined)
    .toSorted((a, b) => (a.column.dropOrder ?? 0) - (b.column.dropOrder ?? 0))
  if (droppable && totalWidth(columns.map(({ width }) => Math.min(width, READABLE_WIDTH))) > available) {
    return fitColumns(
      columns.filter((column) => column !== droppable),
      available,
    )
  }
  while (totalWidth(columns.map(({ width }) => width)) > available) {
    const [widest] = columns.filter(({ width }) => width > MIN_COLUMN_WIDTH).toSorted((a, b) => b.width - a.width)
    if (!widest) break
    widest.width -= 1
  }
  return columns
}

function totalWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1))
}

/** Returns the cells of a row for each of its lines. */
function toRowLines<Row>(columns: readonly SizedColumn<Row>[], row: number): string[][] {
  const cells = columns.map(({ column, cells: { [row]: text = '' }, width }) =>
    column.wraps ? wrapText(text, width) : [text],
  )
  const height = Math.max(...cells.map(({ length }) => length))
  return Array.from({ length: height }, (_, index) => cells.map((lines) => lines[index] ?? ''))
}

function joinCells<Row>(
  columns: readonly SizedColumn<Row>[],
  texts: readonly string[],
  decorate: (text: string, column: Column<Row>) => string,
): string {
  const cells = columns.map(({ column, width }, index) => {
    const text = truncate(texts[index] ?? '', width)
    return decorate(text, column) + ' '.repeat(width - textWidth(text))
  })
  return cells.join(GAP).trimEnd()
}
