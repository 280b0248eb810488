import { formatTotal } from '#cli/entities/record-presentation.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import { truncate, textWidth } from '#cli/output/text-width.ts'
import type { ExplorerStore } from './explorer-store.ts'
import type { ExplorerState, Form, Notice } from './mode.ts'
import type { Choice } from './section.ts'
import { lineText, visiblePart } from './text-line.ts'

/** A row of the screen. */
export interface Line {
  text: string
  /** The style; a status also has an icon. */
  style?: 'bold' | 'dim' | 'selected' | 'header' | 'accent' | 'busy' | Notice['status']
}

/** The width of an icon and a space. */
export const ICON_WIDTH = 2

/** Shows profile and API, so that users always know what they change. */
export function targetLine({ options: { target } }: ExplorerStore, columns: number): Line {
  return {
    text: truncate(visibleLine(`rapport · profile ${target.profile} · ${target.apiUrl}`), columns),
    style: 'header',
  }
}

/** Lists the sections with their keys. Brackets mark the current one, since colours may be off. */
export function tabLine({ options: { sections } }: ExplorerStore, { section, mode }: ExplorerState): Line {
  const currentKey = mode.name === 'dashboard' ? 0 : section + 1
  const titles = ['Dashboard', ...sections.map(({ title }) => title)]
  return { text: titles.map((title, key) => (key === currentKey ? `[${key} ${title}]` : ` ${key} ${title} `)).join('') }
}

const SEARCH_LABEL = 'Search: '

/** Shows search, filter and sort. `caret` is the cursor's column while typing. */
export function searchLine(
  explorer: ExplorerStore,
  { mode }: ExplorerState,
  columns: number,
): Line & { caret?: number } {
  const { search, sort, filter } = explorer.view
  if (mode.name !== 'list' && mode.name !== 'search') return { text: '' }
  if (mode.name === 'list') {
    const text = lineText(search)
    const clearHints = text !== '' || filter !== '' ? ['(Esc clears it)'] : []
    const parts = [
      ...(text === '' ? [] : [`${SEARCH_LABEL}${text}`]),
      ...(filter === '' ? [] : [findLabel(explorer.section.filters(), filter)]),
      ...(sort === '' ? [] : [`Sort: ${findLabel(explorer.section.sorts, sort)}`]),
      ...clearHints,
    ]
    return { text: truncate(visibleLine(parts.join('  ')), columns) }
  }
  const { text, caret } = visiblePart(search, columns - SEARCH_LABEL.length)
  return { text: `${SEARCH_LABEL}${text}`, style: 'bold', caret: SEARCH_LABEL.length + caret }
}

function findLabel(choices: readonly Choice[], value: string): string {
  return choices.find((choice) => choice.value === value)?.label ?? value
}

/** Shows the last outcome, or which part of the list is visible. */
export function noticeLine(explorer: ExplorerStore, state: ExplorerState, columns: number): Line {
  const { notice, mode, isLoading } = state
  if (mode.name !== 'list' && mode.name !== 'search' && mode.name !== 'details') return { text: '' }
  const range = mode.name === 'details' ? '' : formatRange(explorer)
  const isReloading = isLoading && range !== ''
  const fitText = (width: number, ...parts: readonly string[]) => truncate(visibleLine(parts.join(' ')), width)
  if (notice) {
    const parts = isReloading ? [...notice.lines, 'Loading…'] : notice.lines
    return { text: fitText(columns - ICON_WIDTH, ...parts), style: notice.status }
  }
  if (isReloading) return { text: 'Loading…', style: 'busy' }
  return { text: isLoading ? '' : fitText(columns, range), style: 'dim' }
}

function formatRange({ view: { list, problem } }: ExplorerStore): string {
  if (problem || !list || list.rows.length === 0) return ''
  const { page, size } = list.query
  const first = page * size + 1
  const pages = Math.ceil(list.total / size)
  return `${first}–${first + list.rows.length - 1} of ${formatTotal(list.total, list.totalIsMinimum)} · page ${page + 1} of ${formatTotal(pages, list.totalIsMinimum)}`
}

/** Lists the keys that work now. */
export function keyHelp(explorer: ExplorerStore, { mode }: ExplorerState, columns: number): string {
  if ('isBusy' in mode && mode.isBusy) return 'Ctrl-C leave'
  const edit = explorer.section.fields.length > 0 ? ' · e edit' : ''
  if (mode.name === 'search') return 'Enter keep · Esc clear · ↑↓ to the list · Ctrl-C leave'
  if (mode.name === 'details') return `↑↓ scroll${edit} · d delete · Esc back · ? help · q leave`
  if (mode.name === 'edit') return editKeys(mode.form)
  if (mode.name === 'menu') return '↑↓ move · Enter choose · Esc cancel · q leave'
  if (mode.name === 'signIn') return 'Enter sign in · Tab next field · Esc cancel · Ctrl-C leave'
  if (mode.name === 'question') return 'y yes · n, Enter, Esc no · Ctrl-C leave'
  if (mode.name === 'help') return 'any key: back · q leave'
  const problem = mode.name === 'dashboard' ? mode.problem : explorer.view.problem
  if (problem?.needsSignIn && explorer.options.signIn) return 'l sign in · r try again · ? help · q leave'
  if (problem) return 'r try again · 1-4 section · ? help · q leave'
  if (mode.name === 'dashboard') return '1-4 section · r reload · ? help · q leave'
  const create = edit !== '' && columns >= MIN_COLUMNS_FOR_CREATE ? ' · c create' : ''
  const changes = columns >= MIN_COLUMNS_FOR_CHANGES ? `${create}${edit} · d delete` : ''
  return `/ search · s sort · f filter · Enter open${changes} · ? help · q leave`
}

const MIN_COLUMNS_FOR_CHANGES = 80
const MIN_COLUMNS_FOR_CREATE = 92

function editKeys({ fields, focusedIndex }: Form): string {
  const keys = [
    'Enter save',
    ...(fields.length > 1 ? ['Tab next field'] : []),
    ...(fields[focusedIndex]?.choices ? ['←→ choose'] : []),
    ...(fields[focusedIndex]?.isMultiline ? ['Alt-Enter new line'] : []),
    'Esc cancel',
    'Ctrl-C leave',
  ]
  return keys.join(' · ')
}

/** Pads a text, so that its highlight reaches the edge. */
export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)))
}
