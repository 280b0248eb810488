import { History } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#platform/paths.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { InlineLoadError, ListLoadError } from '#ui/feedback/load-error.tsx'
import { earlierVersions, type EarlierVersion, type FieldTexts } from './earlier-version.ts'
import type { RecordKey } from './event-format.ts'
import { EventList } from './event-list.tsx'
import { hasValues } from './event-values.ts'
import { useHistory, type HistoryEvent } from './history.queries.ts'
import styles from './history.module.css'

/** Props for restoring an earlier version. */
export interface RestoreOptions {
  savedTexts: FieldTexts
  /** Reason why no version can be restored now. */
  disabledReason: string | undefined
  onRestore: (version: EarlierVersion) => void
}

export interface RecordHistoryProps extends RecordKey {
  /** Undefined if the history has no values. */
  restoring?: RestoreOptions | undefined
}

/** The events of a record, whose earlier versions can be restored. */
export function RecordHistory({ entity, id, restoring }: RecordHistoryProps) {
  const history = useHistory(useMemo(() => ({ entity, record_id: String(id) }), [entity, id]))
  const { data: events, error } = history
  const versions = events && restoring && earlierVersions(events, restoring.savedTexts)
  if (error && !events) return <ListLoadError query={history} operation="listHistory" />
  const findRestore = (event: HistoryEvent) => {
    const version = versions?.get(String(event.id))
    return version && restoring && { disabledReason: restoring.disabledReason, run: () => restoring.onRestore(version) }
  }
  return (
    <>
      <InlineLoadError query={history} operation="listHistory" />
      {events?.length === 0 ? (
        <EmptyState icon={<History />} title="No events yet">
          Changes that admins make from now on are listed here.
        </EmptyState>
      ) : (
        <EventList
          query={history}
          findRestore={findRestore}
          note={
            events?.some(({ changes }) => changes?.some((change) => !hasValues(change))) && (
              <p className={styles['note']}>For users, the history records which fields changed, not their values.</p>
            )
          }
        >
          <Link to={`${paths.history}?kind=${entity}&search=%23${encodeURIComponent(id)}`}>Show in History</Link>
        </EventList>
      )}
    </>
  )
}
