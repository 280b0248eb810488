import { styleText } from 'node:util'
import { visibleLine } from './terminal-text.ts'
import { cutTo, widthOf } from './text-width.ts'
import { wrapText } from './wrap-text.ts'

/** A column of a table for people; `tone` colours a cell where colours are wanted. */
export interface Column<Row> {
  title: string
  text: (row: Row) => string
  tone?: (row: Row) => Tone | undefined
  /** Left out where a terminal is too narrow for all: 1 before 2. A column without it always stays. */
  leaves?: number
  /** How much of a longer text is still of use; 24 columns unless said, all of it with Infinity. */
  useful?: number
  /** Goes on below where it is longer than there is room: for what is of no use in part. */
  wraps?: boolean
}

export type Tone = 'green' | 'red' | 'yellow' | 'magenta'

export interface TableOptions {
  isTerminal: boolean
  /** Columns of the terminal, to fit into; nothing is cut elsewhere. */
  width: number | undefined
  color: boolean
}

const GAP = '  '
const NARROWEST = 6
const USEFUL = 24

/** Rows under a line of titles, aligned, safe on a terminal. */
export function renderTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], options: TableOptions): string {
  return tableLines(columns, rows, options)
    .map((text) => `${text}\n`)
    .join('')
}

/** The same, line by line; the titles are the first. A row has one line unless a column of it wraps. */
export function tableLines<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  options: TableOptions,
): string[] {
  const available = options.isTerminal ? options.width : undefined
  const laidOut = layOut(columns, rows, available)
  const plain = (text: string) => text
  const head = lineOf(
    laidOut,
    laidOut.map(({ column }) => column.title),
    options.color ? (text) => paint('bold', text) : plain,
  )
  const body = rows.flatMap((row, at) =>
    cellLines(laidOut, at).map((texts) =>
      lineOf(laidOut, texts, (text, { column }) => {
        const tone = options.color ? column.tone?.(row) : undefined
        return tone && text !== '' ? paint(tone, text) : text
      }),
    ),
  )
  return [head, ...body]
}

/** A column with its cells and the width that it gets. */
interface LaidOut<Row> {
  column: Column<Row>
  cells: readonly string[]
  width: number
}

function layOut<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  available: number | undefined,
): LaidOut<Row>[] {
  const all = columns.map((column) => {
    const cells = rows.map((row) => visibleLine(column.text(row)))
    return { column, cells, width: cells.reduce((most, cell) => Math.max(most, widthOf(cell)), widthOf(column.title)) }
  })
  if (available === undefined) return all
  const kept = withRoom(all, available)
  const widths = fit(kept, available)
  return kept.map(({ column, cells, width }, at) => ({ column, cells, width: widths[at] ?? width }))
}

/** Without the columns that the others need the room of, to show as much as is of use. */
function withRoom<Row>(all: readonly LaidOut<Row>[], available: number): readonly LaidOut<Row>[] {
  if (sumOf(all.map(usefulWidth)) <= available) return all
  const [first] = all
    .filter(({ column }) => column.leaves !== undefined)
    .toSorted((one, other) => (one.column.leaves ?? 0) - (other.column.leaves ?? 0))
  return first
    ? withRoom(
        all.filter((one) => one !== first),
        available,
      )
    : all
}

/** The texts of a row, of each line that it takes. */
function cellLines<Row>(columns: readonly LaidOut<Row>[], row: number): string[][] {
  const cells = columns.map(({ column, cells: all, width }) => {
    const text = all[row] ?? ''
    return column.wraps === true ? wrapText(text, width) : [text]
  })
  const height = Math.max(...cells.map(({ length }) => length))
  return Array.from({ length: height }, (_, at) => cells.map((lines) => lines[at] ?? ''))
}

function lineOf<Row>(
  columns: readonly LaidOut<Row>[],
  texts: readonly string[],
  decorate: (text: string, column: LaidOut<Row>) => string,
): string {
  return columns
    .map((column, at) => {
      const cut = cutTo(texts[at] ?? '', column.width)
      const padding = at === columns.length - 1 ? '' : ' '.repeat(column.width - widthOf(cut))
      return decorate(cut, column) + padding
    })
    .join(GAP)
    .trimEnd()
}

/** One record as a line per field. */
export function renderRecord<Row>(columns: readonly Column<Row>[], row: Row): string {
  const widest = Math.max(0, ...columns.map((column) => widthOf(column.title)))
  return columns.map(({ title, text }) => `${title.padEnd(widest)}  ${visibleLine(text(row))}\n`).join('')
}

function paint(style: 'bold' | Tone, text: string): string {
  return styleText(style, text, { validateStream: false })
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1))
}

/** Takes from the widest column until all fit: first of what is more than of use, then of what is more than readable. */
function fit<Row>(columns: readonly LaidOut<Row>[], available: number): number[] {
  const fitted = columns.map(({ width }) => width)
  let excess = sumOf(fitted) - available
  for (const floors of [columns.map(usefulWidth), columns.map(() => NARROWEST)]) {
    while (excess > 0) {
      const spare = fitted.map((width, at) => (width > (floors[at] ?? 0) ? width : 0))
      const widest = Math.max(...spare)
      if (widest === 0) break
      fitted[spare.indexOf(widest)] = widest - 1
      excess -= 1
    }
  }
  return fitted
}

function usefulWidth<Row>({ column, width }: LaidOut<Row>): number {
  return Math.min(width, column.useful ?? USEFUL)
}
