import { Flag, History } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { formatDay } from '#ui/date-range/day-range.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { InlineLoadError } from '#ui/feedback/inline-load-error.tsx'
import { ListLoadError } from '#ui/feedback/list-load-error.tsx'
import { KindIcon } from '#ui/primitives/kind-icon.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { earlierVersions, type EarlierVersion, type FieldTexts } from './earlier-version.ts'
import { formatChangedFields, type RecordKey } from './event-format.ts'
import { recordHistoryColumns, type HistoryRow } from './history-columns.tsx'
import { useHistory, type HistoryEvent } from './history.queries.ts'
import { OlderEvents } from './older-events.tsx'
import styles from './history.module.css'

/** Props for restoring an earlier version. */
export interface RestoreOptions {
  /** Saved values. */
  savedTexts: FieldTexts
  /** Reason why no version can be restored now. */
  disabledReason: string | undefined
  onRestore: (version: EarlierVersion) => void
}

export interface RecordHistoryProps extends RecordKey {
  /** Undefined if the history has no values. */
  restoring?: RestoreOptions | undefined
  /** When the record began, which is no event. */
  origin?: { title: string; at: Date } | undefined
}

/** Shows the events of a record; earlier versions can be restored. */
export function RecordHistory({ entity, id, restoring, origin }: RecordHistoryProps) {
  const history = useHistory(useMemo(() => ({ entity, record_id: String(id) }), [entity, id]))
  const { data: events, error } = history
  const versions = events && restoring && earlierVersions(events, restoring.savedTexts)
  if (error && !events) return <ListLoadError query={history} operation="listHistory" />
  const toRow = (event: HistoryEvent): HistoryRow => {
    const title = formatChangedFields(event)
    if (title !== undefined) return { ...event, title }
    const version = versions?.get(String(event.id))
    if (!version || !restoring) return event
    const { disabledReason, onRestore } = restoring
    return { ...event, restore: { disabledReason, run: () => onRestore(version) } }
  }
  const rows = events?.map(toRow)
  const shownOrigin = rows && rows.length > 0 && !history.hasNextPage ? origin : undefined
  return (
    <div className={styles['record']}>
      <InlineLoadError query={history} operation="listHistory" />
      <DataTable
        caption="Events"
        columns={recordHistoryColumns}
        rows={rows}
        expectedRows={3}
        rowId={(event) => String(event.id)}
        empty={
          <EmptyState icon={<History />} title="No events yet">
            Changes that admins make from now on are listed here.
          </EmptyState>
        }
      />
      {shownOrigin && (
        <p className={styles['origin']}>
          <KindIcon icon={Flag} />
          <span>{shownOrigin.title}</span>
          <time dateTime={shownOrigin.at.toISOString()}>{formatDay(shownOrigin.at)}</time>
        </p>
      )}
      {rows?.some(({ title }) => title !== undefined) && (
        <p className={styles['note']}>For users, the history records which fields changed, not their values.</p>
      )}
      <OlderEvents query={history} count={(rows?.length ?? 0) + (shownOrigin ? 1 : 0)}>
        <Link to={`${paths.history}?kind=${entity}&search=${encodeURIComponent(id)}`}>Show in History</Link>
      </OlderEvents>
    </div>
  )
}
