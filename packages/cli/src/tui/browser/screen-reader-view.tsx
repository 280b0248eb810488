import { totalText } from '#cli/entities/record-presentation.ts'
import { Text } from 'ink'
import type { Browser } from './browser.ts'
import type { BrowserState } from './mode.ts'
import { bodyOf } from './body.ts'
import { keyLine, targetLine } from './lines.ts'
import { visibleLine } from '#cli/output/terminal-text.ts'
import { textOf } from './text-line.ts'

const WIDE = 10_000

/** Bars repeat the numbers beside them. */
const BARS = /[▁-█░]+/g

/** Describes the screen in words: the selected record instead of a table. */
export function ScreenReaderView({ browser, state }: { browser: Browser; state: BrowserState }) {
  return [
    targetLine(browser, WIDE).text,
    browser.section.title,
    ...spokenBody(browser, state),
    visibleLine((state.notice?.lines ?? []).join(' ')),
    keyLine(browser, state, WIDE).text,
  ]
    .filter(Boolean)
    .map((text, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- a line is known by its place
      <Text key={index}>{text}</Text>
    ))
}

function spokenBody(browser: Browser, state: BrowserState): string[] {
  const { section, selected, view } = browser
  const { mode } = state
  const searching = mode.name === 'search' || textOf(view.search) !== ''
  const search = searching ? [`Search: ${visibleLine(textOf(view.search))}`] : []
  if ((mode.name === 'list' || mode.name === 'search') && !view.problem && view.shown && view.shown.total > 0) {
    if (!selected) return search
    const cells = section.columns.map(
      ({ title }, index) => `${title} ${visibleLine(selected.cells[index]?.text ?? '')}`,
    )
    return [...search, `${view.at + 1} of ${totalText(view.shown.total, view.shown.isMinimum)}: ${cells.join(', ')}`]
  }
  const { lines } = bodyOf(browser, state, { columns: WIDE, rows: WIDE, color: false })
  return [
    ...(mode.name === 'list' ? search : []),
    ...lines.map(({ text }) => text.replace(/^› /, 'Now: ').replace(BARS, '').trim()),
  ]
}
