import { Spinner, StatusMessage } from '@inkjs/ui'
import { Box, Text, useApp, useCursor, useInput, useIsScreenReaderEnabled, usePaste, useWindowSize } from 'ink'
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { createBody, type Body, paneLines } from './body.ts'
import type { ExplorerStore } from './explorer-store.ts'
import { keyHelp, noticeLine, searchLine, tabLine, targetLine, type Line } from './lines.ts'
import type { ExplorerState } from './mode.ts'
import { ScreenReaderView } from './screen-reader-view.tsx'

/** Rows above the body (header, tabs, empty line, search) and below it (notices, keys). */
const ROWS_AROUND_BODY = 6
const ROWS_ABOVE_BODY = 4
const MIN_SIZE = { columns: 60, rows: 15 }

interface ExplorerScreenProps {
  explorer: ExplorerStore
  color: boolean
}

/** The screen of the explorer, which fills the terminal exactly. */
export function ExplorerScreen({ explorer, color, suspend }: ExplorerScreenProps & { suspend: () => Promise<void> }) {
  const state = useSyncExternalStore(explorer.subscribe, explorer.state)
  const { columns, rows } = useWindowSize()
  const isScreenReader = useIsScreenReaderEnabled()
  const isLargeEnough = isScreenReader || (columns >= MIN_SIZE.columns && rows >= MIN_SIZE.rows)
  const bodyRows = Math.max(1, rows - ROWS_AROUND_BODY)
  useLayoutEffect(() => {
    // The column titles take one row.
    explorer.resize(isLargeEnough ? bodyRows - 1 : undefined)
  }, [explorer, isLargeEnough, bodyRows])
  const { suspendTerminal } = useApp()
  useEffect(() => {
    // After SIGSTOP, which nothing can handle, others have used the terminal. After Ctrl-Z, it is about to be drawn anyway.
    const redraw = () => void suspendTerminal(() => undefined).catch(() => undefined)
    process.on('SIGCONT', redraw)
    return () => void process.off('SIGCONT', redraw)
  }, [suspendTerminal])
  useInput((input, key) => (key.ctrl && input === 'z' ? void suspendTerminal(suspend) : explorer.press({ input, key })))
  usePaste((text) => explorer.paste(text))

  if (isScreenReader) return <ScreenReaderView explorer={explorer} state={state} />
  if (!isLargeEnough) return <TooSmall columns={columns} rows={rows} />
  return <Frame {...{ explorer, state, color, columns, rows, bodyRows }} />
}

interface FrameProps extends ExplorerScreenProps {
  state: ExplorerState
  columns: number
  rows: number
  bodyRows: number
}

/** The pane beside the list appears from this width, and takes at most this many columns. */
const MIN_COLUMNS_FOR_PANE = 100
const MAX_PANE_COLUMNS = 48

function Frame({ explorer, state, color, columns, rows, bodyRows }: FrameProps) {
  const { setCursorPosition } = useCursor()
  const { selected } = explorer
  const isList = state.mode.name === 'list' || state.mode.name === 'search'
  const hasPane = isList && columns >= MIN_COLUMNS_FOR_PANE && (explorer.view.list?.rows.length ?? 0) > 0
  const paneColumns = hasPane ? Math.min(MAX_PANE_COLUMNS, Math.floor(columns * 0.38)) : 0
  const body = createBody(explorer, state, { columns: columns - paneColumns, rows: bodyRows, color })
  const search = searchLine(explorer, state, columns)
  useLayoutEffect(() => explorer.limitScroll(body.maxTop ?? Number.POSITIVE_INFINITY))
  setCursorPosition(cursorPosition(search.caret, body))
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <Row line={targetLine(explorer, columns)} />
      <Row line={tabLine(explorer, state)} />
      <Text> </Text>
      <Row line={search} />
      <Box height={bodyRows} overflow="hidden">
        <Rows lines={body.lines} width={columns - paneColumns} />
        {selected && hasPane ? (
          <Box
            borderStyle="single"
            borderTop={false}
            borderRight={false}
            borderBottom={false}
            borderDimColor
            paddingLeft={1}
          >
            <Rows
              lines={paneLines(selected, { columns: paneColumns - 3, rows: bodyRows, color })}
              width={paneColumns - 3}
            />
          </Box>
        ) : null}
      </Box>
      <Row line={noticeLine(explorer, state, columns)} />
      <Row line={{ text: keyHelp(explorer, state, columns), style: 'dim' }} />
    </Box>
  )
}

function cursorPosition(searchCaret: number | undefined, { cursor }: Body) {
  if (searchCaret !== undefined) return { x: searchCaret, y: ROWS_ABOVE_BODY - 1 }
  return cursor && { x: cursor.x, y: cursor.y + ROWS_ABOVE_BODY }
}

function Rows({ lines, width }: { lines: readonly Line[]; width: number }) {
  return (
    <Box flexDirection="column" width={width} flexShrink={0}>
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows of the screen are identified by their position
        <Row key={index} line={line} />
      ))}
    </Box>
  )
}

function Row({ line: { text, style } }: { line: Line }) {
  if (style === 'busy') return <Spinner label={text} />
  if (style === 'success' || style === 'error' || style === 'info') {
    return <StatusMessage variant={style}>{text}</StatusMessage>
  }
  return (
    <Text wrap="truncate-end" {...(style && STYLES[style])}>
      {text || ' '}
    </Text>
  )
}

const STYLES = {
  bold: { bold: true },
  dim: { dimColor: true },
  selected: { inverse: true },
  accent: { color: 'magenta' },
  header: { bold: true, color: 'magenta' },
}

function TooSmall({ columns, rows }: { columns: number; rows: number }) {
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <Text wrap="wrap">
        This terminal has {columns} columns and {rows} rows. Please make it {MIN_SIZE.columns} by {MIN_SIZE.rows} or
        larger; q leaves.
      </Text>
    </Box>
  )
}
