import type { MessageKey } from '@rapport/core/text/error-messages.ts'
import { CircleAlert } from 'lucide-react'
import { Button } from '#ui/primitives/button.tsx'
import { EmptyState } from './empty-state.tsx'
import { errorText } from './error-text.ts'
import { MessageFrame } from './message-frame.tsx'

interface Props {
  /** The key of the error texts. */
  messageKey: MessageKey
  error: unknown
  /** A retry is running. */
  busy: boolean
  onRetry: () => void
}

/** Stands in for a list that could not be loaded. */
export function LoadFailure({ messageKey, error, busy, onRetry }: Props) {
  return (
    <MessageFrame>
      <EmptyState
        failed
        icon={<CircleAlert />}
        title={errorText(messageKey, error)}
        actions={
          <Button busy={busy} onClick={onRetry}>
            Retry
          </Button>
        }
      >
        Try again in a moment. If it keeps failing, check that the server is running.
      </EmptyState>
    </MessageFrame>
  )
}
