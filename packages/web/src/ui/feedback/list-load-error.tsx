import { CircleAlert } from 'lucide-react'
import { EmptyState } from './empty-state.tsx'
import { errorText, retryHint } from './error-text.ts'
import { MessageFrame } from './message-frame.tsx'
import { type LoadErrorProps, RetryButton } from './retry-button.tsx'

/** An error instead of a list that could not be loaded. */
export function ListLoadError({ query, operation, focusOnRetry }: LoadErrorProps) {
  return (
    <MessageFrame>
      <EmptyState
        failed
        icon={<CircleAlert />}
        title={errorText(operation, query.error)}
        actions={<RetryButton variant="primary" query={query} focusOnRetry={focusOnRetry} />}
      >
        {retryHint(query.error)}
      </EmptyState>
    </MessageFrame>
  )
}
