import { readDate } from '@rapport/core/text/dates.ts'
import { differenceInCalendarDays, format } from 'date-fns'
import type { ReactNode } from 'react'
import { useToday } from '#platform/use-today.ts'
import { DayGroup } from '#ui/layout/day-group.tsx'
import { NOT_SET } from '#ui/primitives/display-text.ts'
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

/** Events by day, the newest first, and a button for those before. */
export function EventList({ history, placeholders = PLACEHOLDERS, renderEvent }: Props) {
  const { events, isStale } = history
  const today = useToday()
  return (
    <>
      <div className={styles['events']} role="group" aria-label="Events" aria-busy={events === undefined || isStale}>
        {events
          ? [...Map.groupBy(events, ({ at }) => dayOf(at, today))].map(([day, ofDay]) => (
              <DayGroup key={day} day={day}>
                {ofDay.map(renderEvent)}
              </DayGroup>
            ))
          : Array.from({ length: placeholders }, (_, index) => (
              <div key={index} className={styles['placeholder']}>
                <Skeleton width="12rem" />
                <Skeleton width="min(20rem, 100%)" />
              </div>
            ))}
      </div>
      <OlderEvents history={history} />
    </>
  )
}

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

function dayOf(at: string, today: Date): string {
  const date = readDate(at)
  if (!date) return NOT_SET
  const days = differenceInCalendarDays(today, date)
  return days === 0 ? 'Today' : days === 1 ? 'Yesterday' : format(date, 'EEEE, dd MMM yyyy')
}
