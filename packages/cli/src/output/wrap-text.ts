import wrapAnsi from 'wrap-ansi'
import { visibleLine } from './terminal-text.ts'

/** Wraps a text at this many columns, escaped for terminals. Keeps its line breaks. */
export function wrapText(text: string, width: number): string[] {
  return text
    .split(/\r\n|\n|\r/)
    .flatMap((line) => wrapAnsi(visibleLine(line), Math.max(2, width), { hard: true }).split('\n'))
}
