import type { ReactNode } from 'react'
import { CountFooter } from '#ui/table/list-footer.tsx'
import { Button } from '#ui/primitives/button.tsx'
import type { HistoryListing } from './history-queries.ts'

/** How many events are shown, and a button for those before them. */
export function OlderEvents({ history, children }: { history: HistoryListing; children?: ReactNode }) {
  const { events = [], hasMore, isLoadingMore, loadMore } = history
  if (events.length === 0) return null
  return (
    <CountFooter
      text={hasMore ? `Showing the latest ${events.length}` : `Showing ${events.length} out of ${events.length}`}
    >
      {children}
      {hasMore && (
        <Button busy={isLoadingMore} onClick={loadMore}>
          Older events
        </Button>
      )}
    </CountFooter>
  )
}
