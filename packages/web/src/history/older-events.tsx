import { Button } from '#ui/primitives/button.tsx'
import type { HistoryListing } from './history.queries.ts'
import styles from './history.module.css'

/** A button for the events before those that are loaded. */
export function OlderEvents({ history: { hasMore, isLoadingMore, loadMore } }: { history: HistoryListing }) {
  if (!hasMore) return null
  return (
    <div className={styles['older']}>
      <Button busy={isLoadingMore} onClick={loadMore}>
        Older events
      </Button>
    </div>
  )
}
