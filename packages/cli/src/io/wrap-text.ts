import wrapAnsi from 'wrap-ansi'
import { visibleLine } from './terminal-text.ts'

/** A text in lines of at most this many columns, safe on a terminal; its own line breaks stay. */
export function wrapText(text: string, width: number): string[] {
  return text
    .split(/\r\n|\n|\r/)
    .flatMap((line) => wrapAnsi(visibleLine(line), Math.max(2, width), { hard: true }).split('\n'))
}
