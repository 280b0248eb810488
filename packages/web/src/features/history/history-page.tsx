import { AUDIT_EVENTS } from '@rapport/core/api/audit-events.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { History, SearchX } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useToday } from '#platform/use-today.ts'
import { ListScreen } from '#ui/crud/list-screen.tsx'
import { DateRangePicker } from '#ui/date-range/date-range-picker.tsx'
import { instantsOf, parseDayRange, writeDayRange } from '#ui/date-range/day-range.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import { useListParams, type ListConfig } from '#ui/table/use-list-params.ts'
import { EventRow } from './event-row.tsx'
import styles from './history-page.module.css'
import { actorText, eventText, KIND_NAMES, KINDS } from './history-words.ts'
import { historyQuery, type HistoryEvent, type HistoryFilter } from './history.queries.ts'

const LIST: ListConfig<never> = { sorts: [], filterNames: ['kind', 'event', 'actor', 'range'] }
const NO_FILTERS = { kind: undefined, event: undefined, actor: undefined, range: undefined }
const PLACEHOLDERS = 8

/** The audit log: who did what, when and from where. */
export function HistoryPage() {
  const [{ filters }, change] = useListParams(LIST)
  const { event, actor } = filters
  const today = useToday()
  const range = useMemo(() => parseDayRange(filters['range'] ?? 'all', today), [filters, today])
  const kind = KIND_NAMES.find((name) => name === filters['kind'])
  const filter = useMemo((): HistoryFilter => {
    const days = range && instantsOf(range)
    return {
      ...(kind && { entity: kind }),
      ...(event !== undefined && { event }),
      ...(actor !== undefined && { actor }),
      ...(days && { from: days.first, to: days.last }),
    }
  }, [kind, event, actor, range])
  const query = useInfiniteQuery(historyQuery(filter))
  const events = useMemo(() => query.data?.pages.flatMap((page) => page.events), [query.data])
  const results = useRef<HTMLElement>(null)
  const choose = (name: keyof typeof NO_FILTERS) => (value: string) =>
    change({ filters: { [name]: value === '' ? undefined : value } })
  return (
    <ListScreen
      title="History"
      table
      results={results}
      list={{
        items: events,
        error: query.error,
        messageKey: 'listHistory',
        loading: query.isFetching,
        onRetry: () => void query.refetch(),
      }}
      filters={
        <>
          <SelectField
            label="Kind"
            hideLabel
            value={kind ?? ''}
            options={[all('Kind'), ...KIND_NAMES.map((value) => ({ value, label: KINDS[value] }))]}
            onChange={choose('kind')}
          />
          <SelectField
            label="Event"
            hideLabel
            value={event ?? ''}
            options={[
              all('Event'),
              ...withChosen(AUDIT_EVENTS, event).map((value) => ({ value, label: eventText(value) })),
            ]}
            onChange={choose('event')}
          />
          <SelectField
            label="Admin"
            hideLabel
            value={actor ?? ''}
            options={[all('Admin'), ...actorOptions(events, actor)]}
            onChange={choose('actor')}
          />
          <DateRangePicker
            label="When"
            value={range}
            onChange={(next) => change({ filters: { range: next ? writeDayRange(next) : undefined } })}
          />
        </>
      }
    >
      {events?.length === 0 ? (
        Object.keys(filter).length > 0 ? (
          <EmptyState
            icon={<SearchX />}
            title="No events match"
            actions={<Button onClick={() => change({ filters: NO_FILTERS })}>Clear filters</Button>}
          />
        ) : (
          <EmptyState icon={<History />} title="No events yet" />
        )
      ) : (
        <>
          <ul className={styles['events']} aria-label="Events" aria-busy={query.isPending || query.isPlaceholderData}>
            {events
              ? events.map((one) => <EventRow key={one.id} event={one} />)
              : Array.from({ length: PLACEHOLDERS }, (_, index) => (
                  <li key={index} className={styles['placeholder']}>
                    <Skeleton width="12rem" />
                    <Skeleton width="20rem" />
                  </li>
                ))}
          </ul>
          {query.hasNextPage && (
            <div className={styles['older']}>
              <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Older events
              </Button>
            </div>
          )}
        </>
      )}
    </ListScreen>
  )
}

const all = (label: string) => ({ value: '', label: `${label}: All` })

function withChosen(values: readonly string[], chosen: string | undefined): readonly string[] {
  return chosen === undefined || values.includes(chosen) ? values : [...values, chosen]
}

/** The admins of the events that are loaded; the chosen one stays among them. */
function actorOptions(events: readonly HistoryEvent[] | undefined, chosen: string | undefined) {
  const names = new Map(
    events?.flatMap((event) => (event.actor_id === null ? [] : [[String(event.actor_id), actorText(event)] as const])),
  )
  return withChosen([...names.keys()], chosen).map((value) => ({ value, label: names.get(value) ?? `Admin ${value}` }))
}
