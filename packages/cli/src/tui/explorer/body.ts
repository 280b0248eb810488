import { stripVTControlCharacters } from 'node:util'
import { visibleLine } from '#cli/io/terminal-text.ts'
import { tableLines, type Column } from '#cli/output/table.ts'
import { truncate, textWidth, wrapText } from '#cli/output/text-width.ts'
import type { ExplorerStore } from './explorer-store.ts'
import { HELP } from './keys.ts'
import { ICON_WIDTH, padTo, type Line } from './lines.ts'
import type { ExplorerState, Form, ModeOf } from './mode.ts'
import type { Dashboard, ExplorerRow, Problem, Section } from './section.ts'
import { lineText, visiblePart } from './text-line.ts'

/** The part of the screen between search and notices. */
export interface Body {
  lines: readonly Line[]
  /** Column and line of the cursor in the body, from 0. */
  cursor?: { x: number; y: number }
  /** The largest scroll position. */
  maxTop?: number
}

interface Size {
  columns: number
  rows: number
  color: boolean
}

export function createBody(explorer: ExplorerStore, { mode, isLoading }: ExplorerState, size: Size): Body {
  if (mode.name === 'help') return helpBody(size)
  if (mode.name === 'dashboard') return dashboardBody(mode, size)
  if (mode.name === 'menu') return menuBody(mode, size)
  if (mode.name === 'details') return detailsBody(mode.row, mode.top, size)
  if (mode.name === 'question') return questionBody(explorer, mode, size)
  if (mode.name === 'edit') return formBody(mode.form, mode.isBusy ? 'Saving…' : '', size)
  if (mode.name === 'signIn') return formBody(mode.form, mode.isBusy ? 'Signing in…' : '', size)
  return listBody(explorer, isLoading, size)
}

/** Formats a record for the pane beside the list. */
export function paneLines(row: ExplorerRow, size: Size): readonly Line[] {
  const { lines, maxTop = 0 } = detailsBody(row, 0, size)
  return maxTop === 0 ? lines : [...lines.slice(0, -1), { text: 'Enter shows all of it', style: 'dim' }]
}

const MARKER = '› '
const NO_MARKER = '  '

function listBody(explorer: ExplorerStore, isLoading: boolean, { columns, color }: Size): Body {
  const { list, problem, search, filter } = explorer.view
  const { section } = explorer
  if (problem) return problemBody(problem, columns)
  if (!list) return { lines: isLoading ? [{ text: `Loading ${section.title.toLowerCase()}…`, style: 'busy' }] : [] }
  if (list.rows.length === 0) {
    const { noRecords, noMatches } = section.emptyMessages
    return { lines: [{ text: lineText(search).trim() || filter ? noMatches : noRecords }] }
  }
  const [head = '', ...rows] = tableLines(toTableColumns(section.columns), list.rows, {
    isTerminal: true,
    width: columns - MARKER.length,
    color,
  })
  const { selected } = explorer
  const lines = rows.map((text, index): Line => {
    if (list.rows[index] !== selected) return { text: NO_MARKER + text }
    return { text: padTo(MARKER + stripVTControlCharacters(text), color ? columns : 0), style: 'selected' }
  })
  return { lines: [{ text: NO_MARKER + head }, ...lines] }
}

function problemBody({ lines }: Problem, columns: number): Body {
  return {
    lines: lines.flatMap((line, index) => (index === 0 ? problemLines(line, columns) : paragraph(line, columns))),
  }
}

function toTableColumns(columns: Section['columns']): Column<ExplorerRow>[] {
  return columns.map((column, index) => ({
    ...column,
    text: ({ cells }) => cells[index]?.text ?? '',
    tone: ({ cells }) => cells[index]?.tone,
  }))
}

function paragraph(text: string, columns: number): Line[] {
  return wrapText(text, columns).map((line) => ({ text: line }))
}

/** Formats an error. Further lines are indented, since an icon precedes the first one. */
function problemLines(text: string, columns: number): Line[] {
  return wrapText(text, columns - ICON_WIDTH).map((line, index) =>
    index === 0 ? { text: line, style: 'error' } : { text: ' '.repeat(ICON_WIDTH) + line },
  )
}

function detailsBody(row: ExplorerRow, top: number, { columns, rows }: Size): Body {
  const titleWidth = Math.max(...row.details.map(({ title }) => textWidth(title))) + 2
  const allLines = row.details.flatMap(({ title, text }) =>
    wrapText(text, columns - titleWidth).map((line, index): Line => {
      return { text: padTo(index === 0 ? title : '', titleWidth) + line }
    }),
  )
  const maxTop = Math.max(0, allLines.length - rows)
  const visibleLines = allLines.slice(Math.min(top, maxTop), Math.min(top, maxTop) + rows)
  return { lines: visibleLines, maxTop }
}

function questionBody(
  { options, section }: ExplorerStore,
  { row, isBusy, isUndoable }: ModeOf<'question'>,
  { columns }: Size,
): Body {
  const { profile, apiUrl } = options.target
  const lines: Line[] = [
    ...paragraph(`Delete ${section.singular} ${row.id} on ${apiUrl} (profile ${profile}):`, columns),
    { text: truncate(`  ${visibleLine(row.name)}`, columns), style: 'bold' },
    ...(isUndoable === false ? [{ text: 'This cannot be undone.' }] : []),
    { text: '' },
  ]
  if (isBusy) return { lines: [...lines, { text: 'Deleting…', style: 'busy' }] }
  if (isUndoable === undefined) return { lines: [...lines, { text: 'Checking…', style: 'busy' }] }
  const text = `Are you sure you want to delete this ${section.singular}? (y/N)`
  return { lines: [...lines, { text }], cursor: { x: text.length + 1, y: lines.length } }
}

function formBody({ title, fields, focusedIndex, messages }: Form, busyText: string, { columns }: Size): Body {
  const labelWidth = Math.max(...fields.map(({ label }) => textWidth(label))) + 4
  const lines: Line[] = [{ text: visibleLine(title), style: 'bold' }, { text: '' }]
  let cursor: Body['cursor']
  for (const [index, { label, line, isSecret, choices }] of fields.entries()) {
    const maskedLine = { before: line.before.map(() => '•'), after: line.after.map(() => '•') }
    const { text, caret } = visiblePart(isSecret ? maskedLine : line, columns - labelWidth)
    const isFocused = index === focusedIndex
    if (isFocused && busyText === '' && !choices) cursor = { x: labelWidth + caret, y: lines.length }
    const marker = isFocused ? MARKER : NO_MARKER
    lines.push({
      text: padTo(marker + label, labelWidth) + (choices ? `‹ ${text} ›` : text),
      ...(isFocused && { style: 'bold' }),
    })
  }
  const help = paragraph(fields[focusedIndex]?.help ?? '', columns).map(({ text }): Line => ({ text, style: 'dim' }))
  lines.push({ text: '' }, ...messages.flatMap((text) => problemLines(text, columns)))
  if (busyText !== '') lines.push({ text: busyText, style: 'busy' })
  else if (messages.length === 0) lines.push(...help)
  return { lines, ...(cursor && { cursor }) }
}

function menuBody({ setting, choices, index: selectedIndex }: ModeOf<'menu'>, { columns, rows }: Size): Body {
  const title: Line = { text: setting === 'sort' ? 'Sort by' : 'Show', style: 'bold' }
  const lines = choices.map(({ label }, index): Line => {
    const text = truncate((index === selectedIndex ? MARKER : NO_MARKER) + visibleLine(label), columns)
    return index === selectedIndex ? { text, style: 'bold' } : { text }
  })
  const top = Math.max(0, selectedIndex - (rows - 2))
  return { lines: [title, ...lines.slice(top, top + rows - 1)] }
}

function dashboardBody({ dashboard, problem }: ModeOf<'dashboard'>, size: Size): Body {
  if (problem) return problemBody(problem, size.columns)
  if (!dashboard) return { lines: [{ text: 'Loading the dashboard…', style: 'busy' }] }
  const { signUps } = dashboard
  const rows = dashboard.numbers.map((number): Line => ({ text: numberLine(number, size.columns) }))
  const remainingRows = size.rows - rows.length - 4
  const chart = chartLines(signUps, { columns: size.columns, rows: Math.max(1, Math.min(12, remainingRows)) })
  return {
    lines: [
      ...rows,
      { text: '' },
      { text: signUps.title, style: 'bold' },
      ...chart.bars.map((text): Line => ({ text, style: 'accent' })),
      { text: chart.axis, style: 'dim' },
    ],
  }
}

function helpBody({ columns }: Size): Body {
  const keysWidth = Math.max(...HELP.map(([keys]) => textWidth(keys))) + 2
  return { lines: HELP.map(([keys, text]) => ({ text: truncate(padTo(keys, keysWidth) + text, columns) })) }
}

const BLOCKS = ' ▁▂▃▄▅▆▇█'
const LABEL_WIDTH = 16
const VALUE_WIDTH = 10

/** Formats a number with a bar for its percentage. */
function numberLine({ label, value, percent }: Dashboard['numbers'][number], columns: number): string {
  const line = padTo(label, LABEL_WIDTH) + value.toLocaleString('en').padStart(VALUE_WIDTH)
  if (percent === undefined) return line
  const width = Math.min(40, columns - LABEL_WIDTH - VALUE_WIDTH - 10)
  const filledWidth = Math.round((percent / 100) * width)
  return `${line}  ${'█'.repeat(filledWidth)}${'░'.repeat(width - filledWidth)} ${String(percent).padStart(3)}%`
}

/** Draws counts as columns above a date axis. */
function chartLines(
  { counts, first, last }: Dashboard['signUps'],
  { columns, rows }: { columns: number; rows: number },
): { bars: string[]; axis: string } {
  const max = Math.max(1, ...counts)
  const width = Math.max(1, Math.min(5, Math.floor(columns / Math.max(1, counts.length))))
  const bars = Array.from({ length: rows }, (_, row) => {
    const eighthsBelow = (rows - 1 - row) * 8
    const cells = counts.map((count) => {
      const eighths = Math.ceil((count / max) * rows * 8) - eighthsBelow
      return (BLOCKS.at(Math.max(0, Math.min(8, eighths))) ?? ' ').repeat(Math.max(1, width - 1)).padEnd(width)
    })
    return cells.join('')
  })
  return { bars, axis: padTo(first, counts.length * width - last.length - 1) + last }
}
