import type { Key } from 'ink'

/** A key, or text that arrived at once, as Ink reports it. */
export interface KeyPress {
  input: string
  key: Partial<Key>
}

const COMMANDS_BY_INPUT = [
  ['k', 'up'],
  ['j', 'down'],
  ['p', 'previousPage'],
  ['n', 'nextPage'],
  [' ', 'nextPage'],
  ['g', 'first'],
  ['G', 'last'],
  ['0', 'dashboard'],
  ['/', 'search'],
  ['s', 'sort'],
  ['f', 'filter'],
  ['c', 'create'],
  ['e', 'edit'],
  ['d', 'delete'],
  ['r', 'reload'],
  ['l', 'signIn'],
  ['?', 'help'],
  ['q', 'leave'],
] as const

const COMMANDS_BY_KEY = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'previousPage'],
  ['pageUp', 'previousPage'],
  ['rightArrow', 'nextPage'],
  ['pageDown', 'nextPage'],
  ['home', 'first'],
  ['end', 'last'],
  ['escape', 'back'],
  ['return', 'open'],
  ['delete', 'delete'],
] as const

/** The action of a key outside text fields. */
export type Command =
  | (typeof COMMANDS_BY_INPUT | typeof COMMANDS_BY_KEY)[number][1]
  | 'previousSection'
  | 'nextSection'
  | { section: number }

export function toCommand({ input, key }: KeyPress): Command | undefined {
  if (key.ctrl || key.meta) return key.escape ? 'back' : undefined
  if (key.tab) return key.shift ? 'previousSection' : 'nextSection'
  for (const [name, command] of COMMANDS_BY_KEY) if (key[name]) return command
  if (/^[1-9]$/.test(input)) return { section: Number(input) - 1 }
  return new Map<string, Command>(COMMANDS_BY_INPUT).get(input)
}

/** Splits keys that arrived at once, since users may type faster than the screen is drawn. */
export function splitKeys({ input, key }: KeyPress): KeyPress[] {
  if (input.length < 2 || key.ctrl || key.meta) return [{ input, key }]
  return Array.from(input, (character): KeyPress => {
    if (character === '\r' || character === '\n') return { input: '', key: { return: true } }
    if (character === '\t') return { input: '', key: { tab: true } }
    // Terminals send Ctrl with a letter as a control character.
    if (character < ' ') return { input: String.fromCharCode(character.charCodeAt(0) + 96), key: { ctrl: true } }
    return { input: character, key: {} }
  })
}

/** The keys on the help screen. */
export const HELP: readonly (readonly [string, string])[] = [
  ['0', 'the dashboard'],
  ['1 2 3 4, Tab', 'another section'],
  ['↑ ↓, j k', 'one up or down'],
  ['← →, p n, Page Up/Down', 'previous or next page'],
  ['Home End, g G', 'the first, the last'],
  ['/', 'search as you type; Enter keeps it, Esc clears it'],
  ['s, f', 'sort and filter the list'],
  ['Enter', 'show the whole record'],
  ['c, e', 'create a record, edit the selected one'],
  ['d, Delete', 'delete (asks first)'],
  ['r', 'reload'],
  ['l', 'sign in again after the session has ended'],
  ['?', 'this page'],
  ['Esc', 'back; quit from the list'],
  ['q, Ctrl-C', 'leave'],
]

/** Returns the index that a command moves to; undefined if it does not move. */
export function indexAfter(
  command: Command,
  { index, size, last }: { index: number; size: number; last: number },
): number | undefined {
  const moves: Partial<Record<string, number>> = {
    up: index - 1,
    down: index + 1,
    previousPage: index - size,
    nextPage: index + size,
    first: 0,
    last,
  }
  const target = typeof command === 'string' ? moves[command] : undefined
  return target === undefined ? undefined : Math.min(last, Math.max(0, target))
}
