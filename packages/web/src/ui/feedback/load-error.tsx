import type { MessageKey } from '@rapport/core/text/messages.ts'
import type { RefObject } from 'react'
import { errorText } from './error-text.ts'
import { Notice } from './notice.tsx'
import { RetryButton } from './retry-button.tsx'

/** What of a TanStack query its error needs. */
export interface FailedQuery {
  error: Error | null
  isFetching: boolean
  refetch: () => Promise<unknown>
}

export interface LoadErrorProps {
  query: FailedQuery
  /** The key of the error texts. */
  messageKey: MessageKey
  /** Gets the focus on Retry, since the button disappears with the error. */
  focusOnRetry?: RefObject<HTMLElement | null> | undefined
}

/** The error of a failed load, with Retry; nothing without an error. */
export function LoadError({ query, messageKey, focusOnRetry }: LoadErrorProps) {
  if (!query.error) return null
  return (
    <Notice tone="error" action={<RetryButton size="small" query={query} focusOnRetry={focusOnRetry} />}>
      {errorText(messageKey, query.error)}
    </Notice>
  )
}
