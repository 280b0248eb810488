import type { Tone } from '@rapport/core/entities/entity.ts'
import { styleText } from 'node:util'
import { visibleLine } from './terminal-text.ts'
import { cutTo, widthOf } from './text-width.ts'
import { wrapText } from './wrap-text.ts'

/** A column of a table; `tone` colours a cell if colours are on. */
export interface Column<Row> {
  title: string
  text: (row: Row) => string
  tone?: (row: Row) => Tone | undefined
  /** Dropped where a terminal is too narrow for all columns: 1 before 2. A column without it always stays. */
  dropOrder?: number
  /** Continues on the next line instead of being cut. */
  wraps?: boolean
}

export interface TableOptions {
  isTerminal: boolean
  /** Columns of the terminal, to fit into; nothing is cut elsewhere. */
  width: number | undefined
  color: boolean
}

const GAP = '  '
const NARROWEST = 6
/** How much of a long text a reader needs. */
const READABLE = 32

/** Rows under a line of titles, aligned, safe on a terminal. */
export function renderTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], options: TableOptions): string {
  return tableLines(columns, rows, options)
    .map((line) => `${line}\n`)
    .join('')
}

/** The same, line by line; the titles are the first. A row has one line unless a column of it wraps. */
export function tableLines<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { isTerminal, width, color }: TableOptions,
): string[] {
  const sized = fit(
    columns.map((column) => measure(column, rows)),
    (isTerminal && width) || Number.POSITIVE_INFINITY,
  )
  const paint = (style: 'bold' | Tone | undefined, text: string) =>
    color && style && text !== '' ? styleText(style, text, { validateStream: false }) : text
  const titles = sized.map(({ column }) => column.title)
  const head = joinCells(sized, titles, (text) => paint('bold', text))
  const body = rows.flatMap((row, at) =>
    linesOfRow(sized, at).map((texts) => joinCells(sized, texts, (text, { tone }) => paint(tone?.(row), text))),
  )
  return [head, ...body]
}

/** One record as a line per field. */
export function renderRecord<Row>(columns: readonly Column<Row>[], row: Row): string {
  const widest = Math.max(0, ...columns.map(({ title }) => widthOf(title)))
  return columns.map(({ title, text }) => `${title.padEnd(widest)}  ${visibleLine(text(row))}\n`).join('')
}

/** A column with its cells and the width that it gets. */
interface SizedColumn<Row> {
  column: Column<Row>
  cells: readonly string[]
  width: number
}

function measure<Row>(column: Column<Row>, rows: readonly Row[]): SizedColumn<Row> {
  const cells = rows.map((row) => visibleLine(column.text(row)))
  const width = cells.reduce((most, cell) => Math.max(most, widthOf(cell)), widthOf(column.title))
  return { column, cells, width }
}

/** Narrows the widest columns until all fit. Where a long text would have no room left, a column is dropped first. */
function fit<Row>(columns: SizedColumn<Row>[], available: number): SizedColumn<Row>[] {
  const [droppable] = columns
    .filter(({ column }) => column.dropOrder !== undefined)
    .toSorted((one, other) => (one.column.dropOrder ?? 0) - (other.column.dropOrder ?? 0))
  if (droppable && totalWidth(columns.map(({ width }) => Math.min(width, READABLE))) > available) {
    return fit(
      columns.filter((column) => column !== droppable),
      available,
    )
  }
  while (totalWidth(columns.map(({ width }) => width)) > available) {
    const [widest] = columns.filter(({ width }) => width > NARROWEST).toSorted((one, other) => other.width - one.width)
    if (!widest) break
    widest.width -= 1
  }
  return columns
}

function totalWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1))
}

/** The texts of a row, for each line that it takes. */
function linesOfRow<Row>(columns: readonly SizedColumn<Row>[], row: number): string[][] {
  const cells = columns.map(({ column, cells: { [row]: text = '' }, width }) =>
    column.wraps ? wrapText(text, width) : [text],
  )
  const height = Math.max(...cells.map(({ length }) => length))
  return Array.from({ length: height }, (_, at) => cells.map((lines) => lines[at] ?? ''))
}

function joinCells<Row>(
  columns: readonly SizedColumn<Row>[],
  texts: readonly string[],
  decorate: (text: string, column: Column<Row>) => string,
): string {
  const cells = columns.map(({ column, width }, at) => {
    const text = cutTo(texts[at] ?? '', width)
    return decorate(text, column) + ' '.repeat(width - widthOf(text))
  })
  return cells.join(GAP).trimEnd()
}
