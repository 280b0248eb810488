import { visibleLine } from './terminal-text.ts'
import { graphemes, widthOf } from './text-width.ts'

/** A text of others in lines of at most so many columns, safe on a terminal; its own line ends stay. */
export function wrapText(text: string, width: number): string[] {
  return text.split(/\r\n|\n|\r/).flatMap((line) => wrapLine(visibleLine(line), Math.max(2, width)))
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  let used = 0
  const add = (piece: string, pieceWidth: number) => {
    if (used + pieceWidth > width) {
      lines.push(current.trimEnd())
      current = ''
      used = 0
      // A blank at which a line breaks is not carried over.
      if (piece.trim() === '') return
    }
    current += piece
    used += pieceWidth
  }
  for (const [word] of line.matchAll(/\s+|\S+/g)) {
    const wordWidth = widthOf(word)
    if (wordWidth <= width) add(word, wordWidth)
    else for (const { segment } of graphemes.segment(word)) add(segment, widthOf(segment))
  }
  return [...lines, current.trimEnd()]
}
