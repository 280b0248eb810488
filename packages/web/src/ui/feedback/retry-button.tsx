import type { MessageKey } from '@rapport/core/api/error-messages.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps, RefObject } from 'react'
import { Button } from '#ui/primitives/button.tsx'

/** A TanStack query that failed, and how that is shown. */
export interface LoadErrorProps {
  query: { error: Error | null; isFetching: boolean }
  /** Operation whose error messages are shown. */
  operation: MessageKey
  /** Gets the focus on Retry, because the button disappears with the error. */
  focusOnRetry?: RefObject<HTMLElement | null> | undefined
}

type Props = Omit<LoadErrorProps, 'operation'> & Pick<ComponentProps<typeof Button>, 'size' | 'variant'>

/** A button that asks again for everything that this screen could not load, such as the settings that decide what to load. */
export function RetryButton({ query, focusOnRetry, size = 'medium', variant = 'secondary' }: Props) {
  const client = useQueryClient()
  return (
    <Button
      size={size}
      variant={variant}
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
