import { AUDIT_EVENTS } from '@rapport/core/api/audit-events.ts'
import { ENTITY_NAMES } from '@rapport/core/api/operations.ts'
import { History, SearchX } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { EventList } from '#history/event-list.tsx'
import { EventRow } from '#history/event-row.tsx'
import { useHistory, type HistoryEvent, type HistoryFilter } from '#history/history-queries.ts'
import { actorText, eventText } from '#history/history-words.ts'
import { RECORD_KINDS } from '#platform/record-kinds.ts'
import { useToday } from '#platform/use-today.ts'
import { ListScreen } from '#ui/crud/list-screen.tsx'
import { DateRangePicker } from '#ui/date-range/date-range-picker.tsx'
import { instantsOf, parseDayRange, writeDayRange } from '#ui/date-range/day-range.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { useListParams, useTypedSearch, type ListConfig } from '#ui/table/use-list-params.ts'
import { ExportHistory } from './export-history.tsx'

const LIST: ListConfig<never> = { sorts: [], filterNames: ['kind', 'event', 'actor', 'range'] }
/** Longer ones are refused. */
const MOST_OF_ID = 64
const NO_FILTERS = { kind: undefined, event: undefined, actor: undefined, range: undefined }

/** The audit log: who did what, when and from where. */
export function HistoryPage() {
  const [params, change] = useListParams(LIST)
  const { filters } = params
  const { event, actor } = filters
  const recordId = params.search.trim()
  const typed = useTypedSearch(params, change)
  const today = useToday()
  const range = useMemo(() => parseDayRange(filters['range'] ?? 'all', today), [filters, today])
  const kind = ENTITY_NAMES.find((name) => name === filters['kind'])
  const filter = useMemo((): HistoryFilter => {
    const days = range && instantsOf(range)
    return {
      ...(kind && { entity: kind }),
      ...(recordId !== '' && { record_id: recordId.slice(0, MOST_OF_ID) }),
      ...(event !== undefined && { event }),
      ...(actor !== undefined && { actor }),
      ...(days && { from: days.first, to: days.last }),
    }
  }, [kind, recordId, event, actor, range])
  const history = useHistory(filter)
  const { events } = history
  const [problem, setProblem] = useState<string>()
  const results = useRef<HTMLElement>(null)
  const choose = (name: keyof typeof NO_FILTERS) => (value: string) =>
    change({ filters: { [name]: value === '' ? undefined : value } })
  const clear = () => {
    typed.setSearch('')
    change({ search: '', filters: NO_FILTERS })
  }
  return (
    <ListScreen
      title="History"
      table
      results={results}
      list={{
        items: events,
        error: history.error,
        messageKey: 'listHistory',
        loading: history.isLoading,
        onRetry: history.retry,
      }}
      action={<ExportHistory filter={filter} isEmpty={!events?.length} onProblem={setProblem} />}
      filters={
        <>
          <SearchField
            label="Search by record ID"
            placeholder="Record ID"
            value={typed.search}
            onChange={typed.setSearch}
          />
          <SelectField
            label="Kind"
            hideLabel
            value={kind ?? ''}
            options={[all('Kind'), ...ENTITY_NAMES.map((value) => ({ value, label: RECORD_KINDS[value].label }))]}
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
      {problem !== undefined && <Notice tone="error">{problem}</Notice>}
      {events?.length === 0 ? (
        Object.keys(filter).length > 0 ? (
          <EmptyState
            icon={<SearchX />}
            title="No events match"
            actions={<Button onClick={clear}>Clear filters</Button>}
          />
        ) : (
          <EmptyState icon={<History />} title="No events yet" />
        )
      ) : (
        <EventList history={history} renderEvent={(one) => <EventRow key={one.id} event={one} />} />
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
