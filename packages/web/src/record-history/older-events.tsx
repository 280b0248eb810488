import type { ReactNode } from 'react'
import { CountFooter } from '#ui/table/list-footer.tsx'
import { Button } from '#ui/primitives/button.tsx'
import type { useHistory } from './history.queries.ts'

interface Props {
  query: ReturnType<typeof useHistory>
  /** Number of rows, if it is not that of the events. */
  shown?: number | undefined
  children?: ReactNode
}

/** Says how many events are shown, with a button for earlier ones. */
export function OlderEvents({ query, shown, children }: Props) {
  const { data: events = [], hasNextPage } = query
  const count = shown ?? events.length
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
