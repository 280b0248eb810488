import type { MessageKey } from '@rapport/core/text/messages.ts'
import { errorText } from './error-text.ts'
import { Button } from '#ui/primitives/button.tsx'
import { Notice } from './notice.tsx'

interface Props {
  /** Whose texts of the error catalogue are shown. */
  messageKey: MessageKey
  error: unknown
  /** It is being tried again. */
  busy: boolean
  onRetry: () => void
}

/** Stands in for what could not be loaded. */
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
