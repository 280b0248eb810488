import { totalText } from '#cli/io/table.ts'
import { cutTo, widthOf } from '#cli/io/text-width.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import type { Browser, BrowserState } from './browser.ts'
import { textOf, windowOf } from './text-line.ts'

/** A row of the screen. */
export interface Line {
  text: string
  style?: 'bold' | 'dim' | 'bad' | 'selected' | 'header'
}

/** Where everything goes: the one line that is never missing. */
export function targetLine({ options: { target } }: Browser, columns: number): Line {
  return {
    text: cutTo(visibleLine(`rapport · profile ${target.profile} · ${target.apiUrl}`), columns),
    style: 'header',
  }
}

/** The sections with their keys; brackets name the one that is shown, with colours and without. */
export function tabsOf({ options: { sections } }: Browser, { section }: BrowserState): Line {
  const tabs = sections.map(({ title }, index) => {
    const tab = `${index + 1} ${title}`
    return index === section ? `[${tab}]` : ` ${tab} `
  })
  return { text: tabs.join(' ') }
}

const SEARCH = 'Search: '

/** What is searched for, and where the caret is while it is typed. */
export function searchLine(browser: Browser, { mode }: BrowserState, columns: number): Line & { caret?: number } {
  const { search } = browser.view
  if (mode.name !== 'list' && mode.name !== 'search') return { text: '' }
  if (mode.name === 'list') {
    const text = textOf(search)
    return { text: text === '' ? '' : cutTo(`${SEARCH}${visibleLine(text)}  (Esc clears it)`, columns) }
  }
  const { text, caret } = windowOf(search, columns - SEARCH.length)
  return { text: `${SEARCH}${text}`, style: 'bold', caret: SEARCH.length + caret }
}

/** The outcome of the last action, else which part of the list is shown. */
export function noticeLine(browser: Browser, state: BrowserState, columns: number): Line {
  const { notice, mode, isLoading } = state
  if (mode.name === 'question' || mode.name === 'edit' || mode.name === 'signIn' || mode.name === 'help') {
    return { text: '' }
  }
  const parts = [...notice]
  if (mode.name !== 'details') {
    const place = placeOf(browser)
    if (isLoading) parts.push(place === '' ? '' : 'Loading…')
    else if (notice.length === 0) parts.push(place)
  }
  return {
    text: cutTo(visibleLine(parts.filter(Boolean).join(' ')), columns),
    style: notice.length > 0 ? 'bold' : 'dim',
  }
}

function placeOf({ view: { shown, problem } }: Browser): string {
  if (problem || !shown || shown.rows.length === 0) return ''
  const { page, size } = shown.query
  const first = page * size + 1
  const pages = Math.ceil(shown.total / size)
  return `${first}–${first + shown.rows.length - 1} of ${totalText(shown.total, shown.isMinimum)} · page ${page + 1} of ${totalText(pages, shown.isMinimum)}`
}

/** The keys that do something now. */
export function keyLine(browser: Browser, { mode }: BrowserState): Line {
  return { text: keysIn(browser, mode), style: 'dim' }
}

function keysIn(browser: Browser, mode: BrowserState['mode']): string {
  if ('isBusy' in mode && mode.isBusy) return 'Ctrl-C leave'
  const edit = browser.section.fields.length > 0 ? ' · e edit' : ''
  if (mode.name === 'search') return 'Enter keep · Esc clear · ↑↓ to the list · Ctrl-C leave'
  if (mode.name === 'details') return `↑↓ scroll${edit} · d delete · Esc back · ? help · q leave`
  if (mode.name === 'edit')
    return `Enter save${mode.form.fields.length > 1 ? ' · Tab next field' : ''} · Esc cancel · Ctrl-C leave`
  if (mode.name === 'signIn') return 'Enter sign in · Tab next field · Esc cancel · Ctrl-C leave'
  if (mode.name === 'question') return 'y yes · n, Enter, Esc no · Ctrl-C leave'
  if (mode.name === 'help') return 'any key back · q leave'
  const { problem } = browser.view
  if (problem?.needsSignIn && browser.options.signIn) return 'l sign in · r try again · ? help · q leave'
  if (problem) return 'r try again · 1-4 section · ? help · q leave'
  return `↑↓ move · ←→ page · / search · Enter open${edit} · d delete · ? help · q leave`
}

/** Pads a text to so many columns, so that what marks it reaches to the edge. */
export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)))
}
