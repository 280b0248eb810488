import type { ReactNode } from 'react'
import { Button } from '#ui/primitives/button.tsx'
import { CountFooter } from '#ui/table/list-footer.tsx'
import type { useHistory } from './history.queries.ts'

interface Props {
  query: ReturnType<typeof useHistory>
  children?: ReactNode
}

/** Says how many events are shown if there are earlier ones, with a button for these. */
export function OlderEvents({ query, children }: Props) {
  const { data: events = [], hasNextPage } = query
  if (events.length === 0 || (!hasNextPage && children === undefined)) return null
  return (
    <CountFooter text={hasNextPage ? `Showing the latest ${events.length}` : ''}>
      {children}
      {hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Older events
        </Button>
      )}
    </CountFooter>
  )
}
