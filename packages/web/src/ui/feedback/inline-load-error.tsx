import { errorText, retryHint } from './error-text.ts'
import { Notice } from './notice.tsx'
import { type LoadErrorProps, RetryButton } from './retry-button.tsx'

interface Props extends LoadErrorProps {
  /** Whether to add advice, where nothing else is shown. */
  withHint?: boolean
}

export function InlineLoadError({ query, operation, focusOnRetry, withHint = false }: Props) {
  if (!query.error) return null
  const hint = withHint ? retryHint(query.error) : undefined
  return (
    <Notice tone="error" action={<RetryButton size="small" query={query} focusOnRetry={focusOnRetry} />}>
      <p>{errorText(operation, query.error)}</p>
      {hint !== undefined && <p>{hint}</p>}
    </Notice>
  )
}
