import cliTruncate from 'cli-truncate'
import stringWidth from 'string-width'

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  // Most cells of a long list are ASCII, which needs no look at every character.
  return /^[\x20-\x7E]*$/.test(text) ? text.length : stringWidth(text)
}

/** Cuts a text into what a reader takes for one character each. */
export const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The text, or as much of it as fits into this many columns with an ellipsis behind it. */
export function cutTo(text: string, width: number): string {
  return widthOf(text) <= width ? text : cliTruncate(text, width)
}
