import type { MessageKey } from '@rapport/core/api/error-messages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { ComponentProps, RefObject } from 'react'
import { Button } from '#ui/primitives/button.tsx'
import { EmptyState } from './empty-state.tsx'
import { errorText, retryHint } from './error-text.ts'
import { Notice } from './notice.tsx'

/** A TanStack query that failed, and how that is shown. */
export interface LoadErrorProps {
  query: { error: Error | null; isFetching: boolean }
  /** Operation whose error messages are shown. */
  operation: MessageKey
  /** Gets the focus on Retry, because the button disappears with the error. */
  focusOnRetry?: RefObject<HTMLElement | null> | undefined
}

interface InlineProps extends LoadErrorProps {
  /** Whether to add advice, where nothing else is shown. */
  withHint?: boolean
}

export function InlineLoadError({ query, operation, focusOnRetry, withHint = false }: InlineProps) {
  if (!query.error) return null
  const hint = withHint ? retryHint(query.error) : undefined
  return (
    <Notice tone="error" action={<RetryButton size="small" query={query} focusOnRetry={focusOnRetry} />}>
      <p>{errorText(operation, query.error)}</p>
      {hint !== undefined && <p>{hint}</p>}
    </Notice>
  )
}

/** An error instead of a list that could not be loaded. */
export function ListLoadError({ query, operation, focusOnRetry }: LoadErrorProps) {
  return (
    <EmptyState
      failed
      icon={<CircleAlert />}
      title={errorText(operation, query.error)}
      actions={<RetryButton variant="primary" query={query} focusOnRetry={focusOnRetry} />}
    >
      {retryHint(query.error)}
    </EmptyState>
  )
}

type RetryProps = Omit<LoadErrorProps, 'operation'> & Pick<ComponentProps<typeof Button>, 'size' | 'variant'>

/** A button that asks again for everything that this screen could not load, such as the settings that decide what to load. */
function RetryButton({ query, focusOnRetry, ...props }: RetryProps) {
  const client = useQueryClient()
  return (
    <Button
      {...props}
      busy={query.isFetching}
      onClick={() => {
        focusOnRetry?.current?.focus()
        void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
      }}
    >
      Retry
    </Button>
  )
}
