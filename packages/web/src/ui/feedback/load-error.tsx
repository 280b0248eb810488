import type { MessageKey } from '@rapport/core/text/error-messages.ts'
import { errorText } from './error-text.ts'
import { Button } from '#ui/primitives/button.tsx'
import { Notice } from './notice.tsx'

interface Props {
  /** The key of the error texts. */
  messageKey: MessageKey
  error: unknown
  /** A retry is running. */
  busy: boolean
  onRetry: () => void
}

/** The error of a failed load, with Retry. */
export function LoadError({ messageKey, error, busy, onRetry }: Props) {
  return (
    <Notice
      tone="error"
      action={
        <Button size="small" busy={busy} onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {errorText(messageKey, error)}
    </Notice>
  )
}
