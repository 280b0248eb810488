import { totalText } from '#cli/entities/record-presentation.ts'
import { cutTo, widthOf } from '#cli/output/text-width.ts'
import { visibleLine } from '#cli/output/terminal-text.ts'
import type { Explorer } from './explorer.ts'
import type { ExplorerState, Notice } from './mode.ts'
import type { Form } from './forms.ts'
import type { Choice } from './section.ts'
import { lineText, windowOf } from './text-line.ts'

/** A row of the screen. */
export interface Line {
  text: string
  /** A status also has an icon. */
  style?: 'bold' | 'dim' | 'selected' | 'header' | 'accent' | 'busy' | Notice['status']
}

/** The icon and a space. */
export const ICON_WIDTH = 2

/** Always visible, so that users know what they change. */
export function targetLine({ options: { target } }: Explorer, columns: number): Line {
  return {
    text: cutTo(visibleLine(`rapport · profile ${target.profile} · ${target.apiUrl}`), columns),
    style: 'header',
  }
}

/** Lists the sections with their keys. Brackets mark the current one, since colours may be off. */
export function tabsOf({ options: { sections } }: Explorer, { section, mode }: ExplorerState): Line {
  const shown = mode.name === 'dashboard' ? 0 : section + 1
  const titles = ['Dashboard', ...sections.map(({ title }) => title)]
  return { text: titles.map((title, key) => (key === shown ? `[${key} ${title}]` : ` ${key} ${title} `)).join('') }
}

const SEARCH = 'Search: '

/** Shows search, filter and sort. `caret` is the cursor's column while typing. */
export function searchLine(explorer: Explorer, { mode }: ExplorerState, columns: number): Line & { caret?: number } {
  const { search, sort, filter } = explorer.view
  if (mode.name !== 'list' && mode.name !== 'search') return { text: '' }
  if (mode.name === 'list') {
    const text = lineText(search)
    const clears = text !== '' || filter !== '' ? ['(Esc clears it)'] : []
    const parts = [
      ...(text === '' ? [] : [`${SEARCH}${text}`]),
      ...(filter === '' ? [] : [labelOf(explorer.section.filters(), filter)]),
      ...(sort === '' ? [] : [`Sort: ${labelOf(explorer.section.sorts, sort)}`]),
      ...clears,
    ]
    return { text: cutTo(visibleLine(parts.join('  ')), columns) }
  }
  const { text, caret } = windowOf(search, columns - SEARCH.length)
  return { text: `${SEARCH}${text}`, style: 'bold', caret: SEARCH.length + caret }
}

function labelOf(choices: readonly Choice[], value: string): string {
  return choices.find((choice) => choice.value === value)?.label ?? value
}

/** Shows the last outcome, or which part of the list is visible. */
export function noticeLine(explorer: Explorer, state: ExplorerState, columns: number): Line {
  const { notice, mode, isLoading } = state
  if (mode.name !== 'list' && mode.name !== 'search' && mode.name !== 'details') return { text: '' }
  const place = mode.name === 'details' ? '' : placeOf(explorer)
  const isReloading = isLoading && place !== ''
  const textIn = (room: number, ...parts: readonly string[]) => cutTo(visibleLine(parts.join(' ')), room)
  if (notice) {
    const parts = isReloading ? [...notice.lines, 'Loading…'] : notice.lines
    return { text: textIn(columns - ICON_WIDTH, ...parts), style: notice.status }
  }
  if (isReloading) return { text: 'Loading…', style: 'busy' }
  return { text: isLoading ? '' : textIn(columns, place), style: 'dim' }
}

function placeOf({ view: { shown, problem } }: Explorer): string {
  if (problem || !shown || shown.rows.length === 0) return ''
  const { page, size } = shown.query
  const first = page * size + 1
  const pages = Math.ceil(shown.total / size)
  return `${first}–${first + shown.rows.length - 1} of ${totalText(shown.total, shown.isMinimum)} · page ${page + 1} of ${totalText(pages, shown.isMinimum)}`
}

/** Lists the keys that work now. */
export function keyLine(explorer: Explorer, { mode }: ExplorerState, columns: number): Line {
  return { text: keysIn(explorer, mode, columns), style: 'dim' }
}

function keysIn(explorer: Explorer, mode: ExplorerState['mode'], columns: number): string {
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
  const create = edit !== '' && columns >= ROOM_FOR_CREATE ? ' · c create' : ''
  const changes = columns >= ROOM_FOR_CHANGES ? `${create}${edit} · d delete` : ''
  return `/ search · s sort · f filter · Enter open${changes} · ? help · q leave`
}

const ROOM_FOR_CHANGES = 80
const ROOM_FOR_CREATE = 92

function editKeys({ fields, at }: Form): string {
  const keys = [
    'Enter save',
    ...(fields.length > 1 ? ['Tab next field'] : []),
    ...(fields[at]?.choices ? ['←→ choose'] : []),
    ...(fields[at]?.isMultiline ? ['Alt-Enter new line'] : []),
    'Esc cancel',
    'Ctrl-C leave',
  ]
  return keys.join(' · ')
}

/** Pads a text, so that its highlight reaches the edge. */
export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)))
}
