import cliTruncate from 'cli-truncate'
import stringWidth from 'string-width'

/** In columns of a terminal. */
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
