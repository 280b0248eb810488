import type { MessageKey } from '@rapport/core/api/error-messages.ts'
import type { RefObject } from 'react'

/** A TanStack query that failed, and how that is shown. */
export interface LoadErrorProps {
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
  /** Operation whose error messages are shown. */
  operation: MessageKey
  /** Gets the focus on Retry, because the button disappears with the error. */
  focusOnRetry?: RefObject<HTMLElement | null> | undefined
}
