import stringWidth from 'string-width'

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  return /^[\x20-\x7E]*$/.test(text) ? text.length : stringWidth(text)
}

/** Cuts a text into what a person takes for one character each. */
export const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The text, or as much of it as fits into so many columns with an ellipsis behind it. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let cut = ''
  let used = 1
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment)
    if (used > width) break
    cut += segment
  }
  return `${cut}…`
}
