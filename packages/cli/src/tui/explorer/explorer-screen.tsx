import { Spinner, StatusMessage } from '@inkjs/ui'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { Box, Text, useCursor, useInput, useIsScreenReaderEnabled, usePaste, useWindowSize } from 'ink'
import type { Explorer } from './explorer.ts'
import type { ExplorerState } from './mode.ts'
import { bodyOf, type Body, paneLines } from './body.ts'
import { ScreenReaderView } from './screen-reader-view.tsx'
import { keyLine, noticeLine, searchLine, tabsOf, targetLine, type Line } from './lines.ts'

/** Rows above the body (header, tabs, empty line, search) and below it (notices, keys). */
const AROUND_BODY = 6
const BODY_TOP = 4
const MIN_SIZE = { columns: 60, rows: 15 }

interface ExplorerScreenProps {
  explorer: Explorer
  color: boolean
}

/** Fills the terminal exactly. */
export function ExplorerScreen({ explorer, color }: ExplorerScreenProps) {
  const state = useSyncExternalStore(explorer.subscribe, explorer.state)
  const { columns, rows } = useWindowSize()
  const isScreenReader = useIsScreenReaderEnabled()
  const fits = isScreenReader || (columns >= MIN_SIZE.columns && rows >= MIN_SIZE.rows)
  const bodyRows = Math.max(1, rows - AROUND_BODY)
  useLayoutEffect(() => {
    // The column titles take a row.
    explorer.resize(fits ? bodyRows - 1 : undefined)
  }, [explorer, fits, bodyRows])
  useInput((input, key) => explorer.press({ input, key }))
  usePaste((text) => explorer.paste(text))

  if (isScreenReader) return <ScreenReaderView explorer={explorer} state={state} />
  if (!fits) return <TooSmall columns={columns} rows={rows} />
  return <Frame {...{ explorer, state, color, columns, rows, bodyRows }} />
}

interface FrameProps extends ExplorerScreenProps {
  state: ExplorerState
  columns: number
  rows: number
  bodyRows: number
}

/** The pane beside the list appears from this width, and takes at most this many columns. */
const ROOM_FOR_PANE = 100
const WIDEST_PANE = 48

function Frame({ explorer, state, color, columns, rows, bodyRows }: FrameProps) {
  const { setCursorPosition } = useCursor()
  const { selected } = explorer
  const isList = state.mode.name === 'list' || state.mode.name === 'search'
  const hasPane = isList && columns >= ROOM_FOR_PANE && (explorer.view.shown?.rows.length ?? 0) > 0
  const pane = hasPane ? Math.min(WIDEST_PANE, Math.floor(columns * 0.38)) : 0
  const body = bodyOf(explorer, state, { columns: columns - pane, rows: bodyRows, color })
  const search = searchLine(explorer, state, columns)
  useLayoutEffect(() => explorer.limitScroll(body.maxTop ?? Number.POSITIVE_INFINITY))
  setCursorPosition(cursorOf(search.caret, body))
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <Row line={targetLine(explorer, columns)} />
      <Row line={tabsOf(explorer, state)} />
      <Text> </Text>
      <Row line={search} />
      <Box height={bodyRows} overflow="hidden">
        <Rows lines={body.lines} width={columns - pane} />
        {selected && hasPane ? (
          <Box
            borderStyle="single"
            borderTop={false}
            borderRight={false}
            borderBottom={false}
            borderDimColor
            paddingLeft={1}
          >
            <Rows lines={paneLines(selected, { columns: pane - 3, rows: bodyRows, color })} width={pane - 3} />
          </Box>
        ) : null}
      </Box>
      <Row line={noticeLine(explorer, state, columns)} />
      <Row line={keyLine(explorer, state, columns)} />
    </Box>
  )
}

function cursorOf(inSearch: number | undefined, { cursor }: Body) {
  if (inSearch !== undefined) return { x: inSearch, y: BODY_TOP - 1 }
  return cursor && { x: cursor.x, y: cursor.y + BODY_TOP }
}

function Rows({ lines, width }: { lines: readonly Line[]; width: number }) {
  return (
    <Box flexDirection="column" width={width} flexShrink={0}>
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row of the screen is known by its place
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
  const props = {
    ...(style === 'bold' && { bold: true }),
    ...(style === 'dim' && { dimColor: true }),
    ...(style === 'selected' && { inverse: true }),
    ...(style === 'accent' && { color: 'magenta' }),
    ...(style === 'header' && { bold: true, color: 'magenta' }),
  }
  return (
    <Text wrap="truncate-end" {...props}>
      {text || ' '}
    </Text>
  )
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
