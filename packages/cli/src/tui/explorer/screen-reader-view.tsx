import { Text } from 'ink'
import { formatTotal } from '#cli/entities/record-presentation.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import { createBody } from './body.ts'
import type { ExplorerStore } from './explorer-store.ts'
import { keyHelp, targetLine } from './lines.ts'
import type { ExplorerState } from './mode.ts'
import { lineText } from './text-line.ts'

const UNLIMITED = 10_000

/** The bars of charts, which repeat the numbers beside them. */
const BARS = /[▁-█░]+/g

/** The screen in words, with the selected record instead of a table. */
export function ScreenReaderView({ explorer, state }: { explorer: ExplorerStore; state: ExplorerState }) {
  return [
    targetLine(explorer, UNLIMITED).text,
    explorer.section.title,
    ...spokenBody(explorer, state),
    visibleLine((state.notice?.lines ?? []).join(' ')),
    keyHelp(explorer, state, UNLIMITED),
  ]
    .filter(Boolean)
    .map((text, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- lines are identified by their position
      <Text key={index}>{text}</Text>
    ))
}

function spokenBody(explorer: ExplorerStore, state: ExplorerState): string[] {
  const { section, selected, view } = explorer
  const { mode } = state
  const isSearching = mode.name === 'search' || lineText(view.search) !== ''
  const search = isSearching ? [`Search: ${visibleLine(lineText(view.search))}`] : []
  if ((mode.name === 'list' || mode.name === 'search') && !view.problem && view.list && view.list.total > 0) {
    if (!selected) return search
    const cells = section.columns.map(
      ({ title }, index) => `${title} ${visibleLine(selected.cells[index]?.text ?? '')}`,
    )
    return [
      ...search,
      `${view.index + 1} of ${formatTotal(view.list.total, view.list.totalIsMinimum)}: ${cells.join(', ')}`,
    ]
  }
  const { lines } = createBody(explorer, state, { columns: UNLIMITED, rows: UNLIMITED, color: false })
  return [
    ...(mode.name === 'list' ? search : []),
    ...lines.map(({ text }) => text.replace(/^› /, 'Now: ').replace(BARS, '').trim()),
  ]
}
