import { Box, Text } from 'ink'

export interface ProgressState {
  label: string
  total: number
  finished: number
  failed: number
  color: boolean
}

const BAR_WIDTH = 24

/** How far a bulk has come; its text says all that its bar does. */
export function Progress({ label, total, finished, failed, color }: ProgressState) {
  const share = total === 0 ? 1 : finished / total
  const filled = Math.round(share * BAR_WIDTH)
  return (
    <Box>
      <Text wrap="truncate-end">
        {label}{' '}
        <Text aria-hidden {...(color && { color: 'magenta' })}>
          {'█'.repeat(filled)}
        </Text>
        <Text aria-hidden dimColor={color}>
          {'░'.repeat(BAR_WIDTH - filled)}
        </Text>{' '}
        {finished}/{total}
        {failed > 0 ? <Text {...(color && { color: 'red' })}> {failed} failed</Text> : null}
      </Text>
    </Box>
  )
}
