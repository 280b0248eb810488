import { AUDIT_EVENTS } from '@rapport/core/api/audit-events.ts'
import { ENTITY_NAMES } from '@rapport/core/api/operations.ts'
import { History, SearchX } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { ListScreen } from '#crud/list-screen.tsx'
import { useListParams, useSearchInput, type ListConfig } from '#crud/use-list-params.ts'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { useToday } from '#platform/use-today.ts'
import { formatActor, formatEvent } from '#record-history/event-format.ts'
import { EventList } from '#record-history/event-list.tsx'
import { useHistory, type HistoryEvent, type HistoryFilter } from '#record-history/history.queries.ts'
import { DateRangePicker } from '#ui/date-range/date-range-picker.tsx'
import { toInstants, parseDayRange, writeDayRange } from '#ui/date-range/day-range.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { FilterMenu } from '#ui/fields/filter-menu.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { FilterBar } from '#ui/layout/filter-bar.tsx'
import { Button } from '#ui/primitives/button.tsx'
import { ExportHistory } from './export-history.tsx'

const LIST: ListConfig<never> = { sorts: [], filterNames: ['kind', 'event', 'actor', 'range'] }
const NO_FILTERS = { kind: undefined, event: undefined, actor: undefined, range: undefined }

/** The audit log: who did what, when and from where. */
export function HistoryPage() {
  const [params, change] = useListParams(LIST)
  const { filters } = params
  const [event] = filters['event'] ?? []
  const [actor] = filters['actor'] ?? []
  const search = params.search.trim()
  const searchInput = useSearchInput(params, change)
  const today = useToday()
  const range = useMemo(() => parseDayRange(filters['range']?.[0] ?? 'all', today), [filters, today])
  const kind = ENTITY_NAMES.find((name) => name === filters['kind']?.[0])
  const filter = useMemo((): HistoryFilter => {
    const days = range && toInstants(range)
    return {
      ...(kind && { entity: kind }),
      ...(search !== '' && { search }),
      ...(event !== undefined && { event }),
      ...(actor !== undefined && { actor }),
      ...(days && { from: days.first, to: days.last }),
    }
  }, [kind, search, event, actor, range])
  const history = useHistory(filter)
  const events = history.data
  const [problem, setProblem] = useState<string>()
  const results = useRef<HTMLElement>(null)
  const eventsOfKind = AUDIT_EVENTS.filter((value) => kind === undefined || kindOf(value) === kind)
  const options = {
    kind: { label: 'Kind', choices: ENTITY_NAMES.map((value) => ({ value, label: RECORD_KINDS[value].label })) },
    event: { label: 'Event', choices: eventsOfKind.map((value) => ({ value, label: formatEvent(value) })) },
    actor: { label: 'Admin', choices: actorOptions(events, actor) },
  }
  const clear = () => searchInput.clear(NO_FILTERS)
  return (
    <ListScreen
      title="History"
      isTable
      results={results}
      query={history}
      operation="listHistory"
      action={<ExportHistory filter={filter} isEmpty={!events?.length} onProblem={setProblem} />}
      filters={
        <FilterBar
          activeFilterCount={[kind, event, actor].filter((value) => value !== undefined).length}
          onClear={events?.length !== 0 && Object.keys(filter).length > 0 ? clear : undefined}
          search={<SearchField label="Search by record name" placeholder="Search name or #ID" {...searchInput.field} />}
          filters={Object.entries(options).map(([name, { label, choices }]) => (
            <FilterMenu
              key={name}
              label={label}
              selected={filters[name] ?? []}
              single
              options={choices}
              onChange={(value) => change({ filters: { [name]: value } })}
            />
          ))}
          dates={
            <DateRangePicker
              label="When"
              value={range}
              isFiltering={range !== null}
              onChange={(next) => change({ filters: { range: next ? writeDayRange(next) : undefined } })}
            />
          }
        />
      }
    >
      {problem !== undefined && <Notice tone="error">{problem}</Notice>}
      {events?.length !== 0 ? (
        <EventList query={history} />
      ) : Object.keys(filter).length > 0 ? (
        <EmptyState
          icon={<SearchX />}
          title="No events match"
          actions={<Button onClick={clear}>Clear filters</Button>}
        />
      ) : (
        <EmptyState icon={<History />} title="No events yet" />
      )}
    </ListScreen>
  )
}

/** Events of sign-in and security are about users. */
const kindOf = (event: string) => ENTITY_NAMES.find((name) => event.startsWith(`${name}.`)) ?? 'user'

function actorOptions(events: readonly HistoryEvent[] = [], chosen: string | undefined) {
  const names = new Map(
    events.flatMap((event) => (event.actor_id === null ? [] : [[String(event.actor_id), formatActor(event)] as const])),
  )
  if (chosen !== undefined && !names.has(chosen)) names.set(chosen, `Admin ${chosen}`)
  return [...names].map(([value, label]) => ({ value, label }))
}
