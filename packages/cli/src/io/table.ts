import { styleText } from 'node:util'
import stringWidth from 'string-width'
import { visibleLine } from './terminal-text.ts'

/** A column of a table for people; `tone` colours a cell where colours are wanted. */
export interface Column<Row> {
  title: string
  text: (row: Row) => string
  tone?: (row: Row) => Tone | undefined
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

/** Rows under a line of titles, aligned, safe on a terminal. */
export function renderTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], options: TableOptions): string {
  return tableLines(columns, rows, options)
    .map((text) => `${text}\n`)
    .join('')
}

/** The same, line by line; the titles are the first. */
export function tableLines<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  options: TableOptions,
): string[] {
  const cells = rows.map((row) => columns.map((column) => visibleLine(column.text(row))))
  const titles = columns.map((column) => column.title)
  const widths = fit(
    titles.map((title, index) =>
      cells.reduce((most, row) => Math.max(most, widthOf(row[index] ?? '')), widthOf(title)),
    ),
    options.isTerminal ? options.width : undefined,
  )
  const line = (texts: readonly string[], decorate: (text: string, index: number) => string) =>
    texts
      .map((text, index) => {
        const cut = cutTo(text, widths[index] ?? 0)
        const padding = index === texts.length - 1 ? '' : ' '.repeat((widths[index] ?? 0) - widthOf(cut))
        return decorate(cut, index) + padding
      })
      .join(GAP)
      .trimEnd()
  const plain = (text: string) => text
  const head = line(titles, options.color ? (text) => paint('bold', text) : plain)
  const body = rows.map((row, at) =>
    line(cells[at] ?? [], (text, index) => {
      const tone = options.color ? columns[index]?.tone?.(row) : undefined
      return tone ? paint(tone, text) : text
    }),
  )
  return [head, ...body]
}

/** One record as a line per field. */
export function renderRecord<Row>(columns: readonly Column<Row>[], row: Row): string {
  const widest = Math.max(0, ...columns.map((column) => widthOf(column.title)))
  return columns.map(({ title, text }) => `${title.padEnd(widest)}  ${visibleLine(text(row))}\n`).join('')
}

function paint(style: 'bold' | Tone, text: string): string {
  return styleText(style, text, { validateStream: false })
}

/** Takes from the widest column until all fit, but leaves each of them readable. */
function fit(widths: number[], available: number | undefined): number[] {
  if (available === undefined) return widths
  const fitted = [...widths]
  let excess = fitted.reduce((sum, width) => sum + width, GAP.length * (fitted.length - 1)) - available
  while (excess > 0) {
    const widest = Math.max(...fitted)
    if (widest <= NARROWEST) break
    fitted[fitted.indexOf(widest)] = widest - 1
    excess -= 1
  }
  return fitted
}

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  return /^[\x20-\x7E]*$/.test(text) ? text.length : stringWidth(text)
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The text, or as much of it as fits into so many columns with an ellipsis behind it. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let cut = ''
  let used = 1
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment)
    if (used > width) break
    cut += segment
  }
  return `${cut}…`
}
