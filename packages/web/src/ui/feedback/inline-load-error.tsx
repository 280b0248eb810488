import { errorText } from './error-text.ts'
import { Notice } from './notice.tsx'
import { RetryButton, type LoadErrorProps } from './retry-button.tsx'

export function InlineLoadError({ query, messageKey, focusOnRetry }: LoadErrorProps) {
  if (!query.error) return null
  return (
    <Notice tone="error" action={<RetryButton size="small" query={query} focusOnRetry={focusOnRetry} />}>
      {errorText(messageKey, query.error)}
    </Notice>
  )
}
