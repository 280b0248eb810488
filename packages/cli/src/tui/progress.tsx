import { ProgressBar } from '@inkjs/ui'
import { Box, Text } from 'ink'

export interface ProgressState {
  label: string
  total: number
  finished: number
  failed: number
}

/** How far a bulk has come; its text says all that its bar does. */
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
