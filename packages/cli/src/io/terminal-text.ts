// Controls (C0, DEL, C1), line and paragraph separators, bidirectional and other invisible formatting. The joiners U+200C
// and U+200D stay: names in several scripts and emoji need them, and they move nothing.
const UNSAFE =
  /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu

/** GitHub Actions runs commands that stand in a log: `::name::` where a line begins, and `##[name]` anywhere. */
const LOG_COMMAND = /^\s*::(?=.*::)|##\[/g

/** A long list is mostly ASCII, where nothing has to be looked at closely. */
const NEITHER_ASCII_NOR_LINE_BREAK = /[^\n -~]+/g
/** In JSON, where control characters below the space are escaped already; with one bound, a long text is searched in half the time. */
const BEYOND_PRINTABLE_ASCII = /[\x7f-\uffff]+/g

/** Text of others as one line that is safe on a terminal and in a log: what would steer it is shown as `\u001b` instead. */
export function visibleLine(text: string): string {
  return text.replace(UNSAFE, escaped).replace(LOG_COMMAND, (start) => start.slice(0, -1) + escaped(start.slice(-1)))
}

/** Like `visibleLine`, but keeps line breaks, for our own texts. */
export function visibleText(text: string): string {
  return text.replace(NEITHER_ASCII_NOR_LINE_BREAK, visibleLine)
}

/** JSON with the same characters escaped: safe on a terminal, and still exactly the same value when read (RFC 8259). */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(BEYOND_PRINTABLE_ASCII, (part) =>
    part.replace(UNSAFE, escapedUnits),
  )
}

function escaped(character: string): string {
  const point = character.codePointAt(0) ?? 0
  return point > 0xffff ? `\\u{${point.toString(16)}}` : `\\u${point.toString(16).padStart(4, '0')}`
}

function escapedUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
