import { padTo } from './lines.ts'
import type { Dashboard } from './section.ts'

const BLOCKS = ' ▁▂▃▄▅▆▇█'
const LABEL_WIDTH = 16
const VALUE_WIDTH = 10

/** Formats a number with a bar for its percentage. */
export function numberLine({ label, value, percent }: Dashboard['numbers'][number], columns: number): string {
  const line = padTo(label, LABEL_WIDTH) + value.toLocaleString('en').padStart(VALUE_WIDTH)
  if (percent === undefined) return line
  const width = Math.min(40, columns - LABEL_WIDTH - VALUE_WIDTH - 10)
  const filledWidth = Math.round((percent / 100) * width)
  return `${line}  ${'█'.repeat(filledWidth)}${'░'.repeat(width - filledWidth)} ${String(percent).padStart(3)}%`
}

/** Draws counts as columns above a date axis. */
export function chartLines(
  { counts, first, last }: Dashboard['signUps'],
  { columns, rows }: { columns: number; rows: number },
): { bars: string[]; axis: string } {
  const max = Math.max(1, ...counts)
  const width = Math.max(1, Math.min(5, Math.floor(columns / Math.max(1, counts.length))))
  const bars = Array.from({ length: rows }, (_, row) => {
    const eighthsBelow = (rows - 1 - row) * 8
    const cells = counts.map((count) => {
      const eighths = Math.ceil((count / max) * rows * 8) - eighthsBelow
      return (BLOCKS.at(Math.max(0, Math.min(8, eighths))) ?? ' ').repeat(Math.max(1, width - 1)).padEnd(width)
    })
    return cells.join('')
  })
  return { bars, axis: padTo(first, counts.length * width - last.length - 1) + last }
}
