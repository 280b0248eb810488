// Control characters (C0, DEL, C1), line and paragraph separators, bidirectional and other invisible formatting. The joiners
// U+200C and U+200D are kept: several scripts and emoji need them.
const UNSAFE =
  /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu

/** GitHub Actions executes `::name::` at the start of a line of its log, and `##[name]` anywhere. */
const LOG_COMMAND = /^\s*::(?=.*::)|##\[/g

/** The parts of a text to escape. Skips ASCII, which makes up most of a long list. */
const NEITHER_ASCII_NOR_LINE_BREAK = /[^\n -~]+/g
/** The parts of JSON to escape. JSON has control characters escaped already. A single range halves the time for long texts. */
const BEYOND_PRINTABLE_ASCII = /[\x7f-\uffff]+/g

/** Escapes foreign text, such as ESC as `\u001b`, to one line that is safe on a terminal and in a log. */
export function visibleLine(text: string): string {
  return text
    .replace(UNSAFE, escapeCharacter)
    .replace(LOG_COMMAND, (start) => start.slice(0, -1) + escapeCharacter(start.slice(-1)))
}

/** Like `visibleLine`, but keeps line breaks. */
export function visibleText(text: string): string {
  return text.replace(NEITHER_ASCII_NOR_LINE_BREAK, visibleLine)
}

/** Writes JSON with the same characters escaped, which does not change its value (RFC 8259). */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(BEYOND_PRINTABLE_ASCII, (part) =>
    part.replace(UNSAFE, escapeUnits),
  )
}

function escapeCharacter(character: string): string {
  const point = character.codePointAt(0) ?? 0
  return point > 0xffff ? `\\u{${point.toString(16)}}` : `\\u${point.toString(16).padStart(4, '0')}`
}

function escapeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
