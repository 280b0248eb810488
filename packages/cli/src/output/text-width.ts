import cliTruncate from 'cli-truncate'
import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'
import { visibleLine } from '#cli/io/terminal-text.ts'

/** Returns the width of a text in columns of a terminal. */
export function textWidth(text: string): number {
  // ASCII is common, and takes one column per character.
  return /^[\x20-\x7E]*$/.test(text) ? text.length : stringWidth(text)
}

/** Splits text into user-perceived characters. */
export const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Shortens a text to this many columns, with an ellipsis. */
export function truncate(text: string, width: number): string {
  return textWidth(text) <= width ? text : cliTruncate(text, width)
}

/** Wraps a text at this many columns, escaped for terminals. Keeps its line breaks. */
export function wrapText(text: string, width: number): string[] {
  return text
    .split(/\r\n|\n|\r/)
    .flatMap((line) => wrapAnsi(visibleLine(line), Math.max(2, width), { hard: true }).split('\n'))
}
