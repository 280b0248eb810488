import type { ComponentProps } from 'react'
import { Button } from '#ui/primitives/button.tsx'
import type { LoadErrorProps } from './load-error.tsx'

type Props = Pick<LoadErrorProps, 'query' | 'focusOnRetry'> & Pick<ComponentProps<typeof Button>, 'size'>

/** Loads a failed query again. */
export function RetryButton({ query, focusOnRetry, size = 'medium' }: Props) {
  return (
    <Button
      size={size}
      busy={query.isFetching}
      onClick={() => {
        focusOnRetry?.current?.focus()
        void query.refetch()
      }}
    >
      Retry
    </Button>
  )
}
