import type { ReactNode } from 'react'
import { Button } from '#ui/primitives/button.tsx'
import { CountFooter } from '#ui/table/list-footer.tsx'
import type { useHistory } from './history.queries.ts'

interface Props {
  query: ReturnType<typeof useHistory>
  children?: ReactNode
}

/** A footer with the number of events shown, and a button for older ones. */
export function OlderEvents({ query, children }: Props) {
  const count = query.data?.length ?? 0
  const { hasNextPage } = query
  if (count === 0) return null
  return (
    <CountFooter text={hasNextPage ? `Showing the latest ${count}` : `Showing ${count} out of ${count}`}>
      {children}
      {hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Older events
        </Button>
      )}
    </CountFooter>
  )
}
