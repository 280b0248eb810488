import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { queryKeys } from '#data/query-keys.ts'
import { settingsQuery } from '#data/settings.queries.ts'
import { EventSentence } from '#record-history/event-sentence.tsx'
import { type HistoryEvent, loadHistory } from '#record-history/history.queries.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { InlineLoadError } from '#ui/feedback/load-error.tsx'
import { Moment } from '#ui/primitives/moment.tsx'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import styles from './last-changes.module.css'

const MAX_CHANGES = 5
/** The number of newest events among which the changes are looked for. */
const SEARCHED = { limit: 100 }
const CHANGE = /^(?:user|category|position|product)\./

/** The newest changes of records by others, as sentences. */
export function LastChanges() {
  const { data: settings } = useQuery(settingsQuery)
  const query = useQuery({
    queryKey: queryKeys.history({ lastChanges: SEARCHED }),
    queryFn: ({ signal }) => loadHistory(SEARCHED, signal),
  })
  // The history names an admin, and the settings have no id.
  const ownNames = new Set([[settings?.first_name, settings?.last_name].filter(Boolean).join(' '), settings?.email])
  const isByOthers = ({ event, actor, actor_name }: HistoryEvent) =>
    CHANGE.test(event) && actor !== 'server' && !ownNames.has(actor_name ?? undefined)
  const changes = query.data?.events.filter(isByOthers).slice(0, MAX_CHANGES)
  if (!changes)
    return query.error ? <InlineLoadError query={query} operation="listHistory" /> : <Skeleton width="60%" />
  if (changes.length === 0) return <EmptyState icon={<History />} title="Nobody else has changed anything lately." />
  return (
    <ol className={styles['changes']}>
      {changes.map((event) => (
        <li key={event.id}>
          <EventSentence event={event} />
          <Moment at={event.at} pattern="dd MMM" />
        </li>
      ))}
    </ol>
  )
}
