import { ProgressBar } from '@inkjs/ui'
import { Box, render, Text } from 'ink'
import type { ProgressView, TerminalOptions } from '#cli/io/terminal.ts'
import { allowColor } from './color.ts'

interface ProgressState {
  label: string
  total: number
  finished: number
  failed: number
}

/** The progress of a bulk operation, as a bar and in words. */
export function Progress({ label, total, finished, failed }: ProgressState) {
  return (
    <Box gap={1}>
      <Text wrap="truncate-end">{label}</Text>
      <Box width={24} flexShrink={0} aria-hidden>
        <ProgressBar value={total === 0 ? 100 : (finished / total) * 100} />
      </Box>
      <Text wrap="truncate-end">
        {finished}/{total}
      </Text>
      {failed > 0 ? <Text color="red">{failed} failed</Text> : null}
    </Box>
  )
}

/** Draws a progress bar until it is stopped, on stderr because stdout is for data. */
export function startProgress(
  total: number,
  label: string,
  { stdin, stderr, flags }: Pick<TerminalOptions, 'stdin' | 'stderr' | 'flags'>,
): ProgressView {
  allowColor(flags.color)
  const view = (finished: number, failed: number) => (
    <Progress label={label} total={total} finished={finished} failed={failed} />
  )
  const streams = { stdin, stdout: stderr, stderr }
  const screen = render(view(0, 0), { ...streams, exitOnCtrlC: false, patchConsole: false, interactive: true })
  return {
    update: (finished, failed) => screen.rerender(view(finished, failed)),
    stop: () => screen.unmount(),
  }
}
