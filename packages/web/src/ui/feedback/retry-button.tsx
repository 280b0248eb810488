import type { ComponentProps } from 'react'
import { Button } from '#ui/primitives/button.tsx'
import type { LoadErrorProps } from './load-error.ts'

type Props = Omit<LoadErrorProps, 'operation'> & Pick<ComponentProps<typeof Button>, 'size' | 'variant'>

export function RetryButton({ query, focusOnRetry, size = 'medium', variant = 'secondary' }: Props) {
  return (
    <Button
      size={size}
      variant={variant}
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
