import { messageFor, type Situation } from '@rapport/core/messages.ts'
import { useRetryWait } from '#lib/use-retry-wait.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { WaitText } from './wait-text.tsx'

interface Props {
  /** Whose words of the error catalogue are shown. */
  situation: Situation
  /** What went wrong. */
  error: unknown
  /** It is being tried again. */
  busy: boolean
  onRetry: () => void
}

/** Stands in for what could not be loaded, with a button that tries again as soon as the server allows it. */
export function LoadError({ situation, error, busy, onRetry }: Props) {
  const wait = useRetryWait(error)
  return (
    <Notice
      tone="error"
      action={
        <Button size="small" busy={busy} paused={wait > 0} onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {messageFor(situation, error)}
      <WaitText seconds={wait} />
    </Notice>
  )
}
