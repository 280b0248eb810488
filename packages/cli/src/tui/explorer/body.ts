import { stripVTControlCharacters } from 'node:util'
import { tableLines, type Column } from '#cli/output/table.ts'
import { visibleLine } from '#cli/output/terminal-text.ts'
import { cutTo, widthOf } from '#cli/output/text-width.ts'
import { wrapText } from '#cli/output/wrap-text.ts'
import type { Explorer } from './explorer.ts'
import type { ExplorerState, Mode } from './mode.ts'
import type { Form } from './forms.ts'
import { HELP } from './keys.ts'
import { ICON_WIDTH, padTo, type Line } from './lines.ts'
import { chartLines, numberLine } from './chart.ts'
import type { Menu } from './menu.ts'
import type { ExplorerRow, Problem, Section } from './section.ts'
import { lineText, windowOf } from './text-line.ts'

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

export function bodyOf(explorer: Explorer, { mode, isLoading }: ExplorerState, room: Size): Body {
  if (mode.name === 'help') return helpBody(room)
  if (mode.name === 'dashboard') return dashboardBody(mode, room)
  if (mode.name === 'menu') return menuBody(mode.menu, room)
  if (mode.name === 'details') return detailsBody(mode.row, mode.top, room)
  if (mode.name === 'question') return questionBody(explorer, mode, room)
  if (mode.name === 'edit') return formBody(mode.form, mode.isBusy ? 'Saving…' : '', room)
  if (mode.name === 'signIn') return formBody(mode.form, mode.isBusy ? 'Signing in…' : '', room)
  return listBody(explorer, isLoading, room)
}

/** Formats a record for the pane beside the list. */
export function paneLines(row: ExplorerRow, room: Size): readonly Line[] {
  const { lines, maxTop = 0 } = detailsBody(row, 0, room)
  return maxTop === 0 ? lines : [...lines.slice(0, -1), { text: 'Enter shows all of it', style: 'dim' }]
}

const MARKER = '› '
const NO_MARKER = '  '

function listBody(explorer: Explorer, isLoading: boolean, { columns, color }: Size): Body {
  const { shown, problem, search, filter } = explorer.view
  const { section } = explorer
  if (problem) return problemBody(problem, columns)
  if (!shown) return { lines: isLoading ? [{ text: `Loading ${section.title.toLowerCase()}…`, style: 'busy' }] : [] }
  if (shown.rows.length === 0) {
    const { noRecords, noMatches } = section.emptyMessages
    return { lines: [{ text: lineText(search).trim() || filter ? noMatches : noRecords }] }
  }
  const [head = '', ...rows] = tableLines(columnsOf(section.columns), shown.rows, {
    isTerminal: true,
    width: columns - MARKER.length,
    color,
  })
  const { selected } = explorer
  const lines = rows.map((text, index): Line => {
    if (shown.rows[index] !== selected) return { text: NO_MARKER + text }
    return { text: padTo(MARKER + stripVTControlCharacters(text), color ? columns : 0), style: 'selected' }
  })
  return { lines: [{ text: NO_MARKER + head }, ...lines] }
}

function problemBody({ lines }: Problem, columns: number): Body {
  return {
    lines: lines.flatMap((line, index) => (index === 0 ? problemLines(line, columns) : paragraph(line, columns))),
  }
}

function columnsOf(columns: Section['columns']): Column<ExplorerRow>[] {
  return columns.map((column, index) => ({
    ...column,
    text: ({ cells }) => cells[index]?.text ?? '',
    tone: ({ cells }) => cells[index]?.tone,
  }))
}

function paragraph(text: string, columns: number): Line[] {
  return wrapText(text, columns).map((line) => ({ text: line }))
}

/** The icon precedes the first line; further lines are indented. */
function problemLines(text: string, columns: number): Line[] {
  return wrapText(text, columns - ICON_WIDTH).map((line, index) =>
    index === 0 ? { text: line, style: 'error' } : { text: ' '.repeat(ICON_WIDTH) + line },
  )
}

function detailsBody(row: ExplorerRow, top: number, { columns, rows }: Size): Body {
  const widest = Math.max(...row.details.map(({ title }) => widthOf(title))) + 2
  const all = row.details.flatMap(({ title, text }) =>
    wrapText(text, columns - widest).map((line, index): Line => {
      return { text: padTo(index === 0 ? title : '', widest) + line }
    }),
  )
  const maxTop = Math.max(0, all.length - rows)
  const shown = all.slice(Math.min(top, maxTop), Math.min(top, maxTop) + rows)
  return { lines: shown, maxTop }
}

function questionBody(
  { options, section }: Explorer,
  { row, isBusy, isUndoable }: Extract<Mode, { name: 'question' }>,
  { columns }: Size,
): Body {
  const { profile, apiUrl } = options.target
  const lines: Line[] = [
    ...paragraph(`Delete ${section.singular} ${row.id} on ${apiUrl} (profile ${profile}):`, columns),
    { text: cutTo(`  ${visibleLine(row.name)}`, columns), style: 'bold' },
    ...(isUndoable === false ? [{ text: 'This cannot be undone.' }] : []),
    { text: '' },
  ]
  if (isBusy) return { lines: [...lines, { text: 'Deleting…', style: 'busy' }] }
  if (isUndoable === undefined) return { lines: [...lines, { text: 'Checking…', style: 'busy' }] }
  const text = `Are you sure you want to delete this ${section.singular}? (y/N)`
  return { lines: [...lines, { text }], cursor: { x: text.length + 1, y: lines.length } }
}

function formBody({ title, fields, at, problem }: Form, busy: string, { columns }: Size): Body {
  const labels = Math.max(...fields.map(({ label }) => widthOf(label))) + 4
  const lines: Line[] = [{ text: visibleLine(title), style: 'bold' }, { text: '' }]
  let cursor: Body['cursor']
  for (const [index, { label, line, isSecret, choices }] of fields.entries()) {
    const hidden = { before: line.before.map(() => '•'), after: line.after.map(() => '•') }
    const { text, caret } = windowOf(isSecret ? hidden : line, columns - labels)
    const isFocused = index === at
    if (isFocused && busy === '' && !choices) cursor = { x: labels + caret, y: lines.length }
    const marker = isFocused ? MARKER : NO_MARKER
    lines.push({
      text: padTo(marker + label, labels) + (choices ? `‹ ${text} ›` : text),
      ...(isFocused && { style: 'bold' }),
    })
  }
  const help = paragraph(fields[at]?.help ?? '', columns).map(({ text }): Line => ({ text, style: 'dim' }))
  lines.push({ text: '' }, ...problem.flatMap((text) => problemLines(text, columns)))
  if (busy !== '') lines.push({ text: busy, style: 'busy' })
  else if (problem.length === 0) lines.push(...help)
  return { lines, ...(cursor && { cursor }) }
}

function menuBody({ arranges, choices, at }: Menu, { columns, rows }: Size): Body {
  const title: Line = { text: arranges === 'sort' ? 'Sort by' : 'Show', style: 'bold' }
  const lines = choices.map(({ label }, index): Line => {
    const text = cutTo((index === at ? MARKER : NO_MARKER) + visibleLine(label), columns)
    return index === at ? { text, style: 'bold' } : { text }
  })
  const top = Math.max(0, at - (rows - 2))
  return { lines: [title, ...lines.slice(top, top + rows - 1)] }
}

function dashboardBody({ numbers, problem }: Extract<Mode, { name: 'dashboard' }>, room: Size): Body {
  if (problem) return problemBody(problem, room.columns)
  if (!numbers) return { lines: [{ text: 'Loading the dashboard…', style: 'busy' }] }
  const { signUps } = numbers
  const rows = numbers.numbers.map((number): Line => ({ text: numberLine(number, room.columns) }))
  const left = room.rows - rows.length - 4
  const chart = chartLines(signUps, { columns: room.columns, rows: Math.max(1, Math.min(12, left)) })
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
  const widest = Math.max(...HELP.map(([keys]) => widthOf(keys))) + 2
  return { lines: HELP.map(([keys, text]) => ({ text: cutTo(padTo(keys, widest) + text, columns) })) }
}
