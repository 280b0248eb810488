import type { ReactNode } from 'react'
import { Button } from '#ui/primitives/button.tsx'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import styles from './event-list.module.css'
import type { HistoryEvent, HistoryListing } from './history-queries.ts'

const PLACEHOLDERS = 8

interface Props {
  history: HistoryListing
  placeholders?: number
  renderEvent: (event: HistoryEvent) => ReactNode
}

/** Events, the newest first, and a button for those before. */
export function EventList({ history, placeholders = PLACEHOLDERS, renderEvent }: Props) {
  const { events, isStale, hasMore, isLoadingMore, loadMore } = history
  return (
    <>
      <ul className={styles['events']} aria-label="Events" aria-busy={events === undefined || isStale}>
        {events
          ? events.map(renderEvent)
          : Array.from({ length: placeholders }, (_, index) => (
              <li key={index} className={styles['placeholder']}>
                <Skeleton width="12rem" />
                <Skeleton width="min(20rem, 100%)" />
              </li>
            ))}
      </ul>
      {hasMore && (
        <div className={styles['older']}>
          <Button busy={isLoadingMore} onClick={loadMore}>
            Older events
          </Button>
        </div>
      )}
    </>
  )
}
