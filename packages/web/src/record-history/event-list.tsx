import { Collapsible } from '@base-ui/react/collapsible'
import { readDate } from '@rapport/core/text/dates.ts'
import { format, isSameDay, subDays } from 'date-fns'
import { ChevronDown, KeyRound, type LucideIcon, Mail, Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useToday } from '#platform/use-today.ts'
import { Button } from '#ui/primitives/button.tsx'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { KindIcon } from '#ui/primitives/kind-icon.tsx'
import { Moment } from '#ui/primitives/moment.tsx'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import { CountFooter } from '#ui/table/list-footer.tsx'
import { Changes } from './changes.tsx'
import { eventTone, formatActor } from './event-format.ts'
import { EventSentence, findKind } from './event-sentence.tsx'
import type { HistoryEvent, useHistory } from './history.queries.ts'
import styles from './history.module.css'

/** How to restore the record as it was after an event. */
interface Restore {
  run: () => void
  disabledReason: string | undefined
}

interface Props {
  query: ReturnType<typeof useHistory>
  findRestore?: (event: HistoryEvent) => Restore | undefined
  /** Explains the events, below them. */
  note?: ReactNode
  /** Content of the footer, before the button for older events. */
  children?: ReactNode
}

/** Events by day, the newest first, one sentence each, which opens its details, with a button for older ones. */
export function EventList({ query, findRestore, note, children }: Props) {
  const today = useToday()
  const { data: events, hasNextPage } = query
  if (!events) return <EventSkeletons />
  const days = Map.groupBy(events, ({ at }) => formatDay(at, today))
  return (
    <>
      <div className={styles['days']} aria-busy={query.isPlaceholderData}>
        {Array.from(days, ([day, eventsOfDay]) => (
          <section key={day} aria-label={day}>
            <h2 className="group-heading">{day}</h2>
            <ol className="divided">
              {eventsOfDay.map((event) => (
                <Event key={event.id} event={event} restore={findRestore?.(event)} />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {note}
      <CountFooter
        text={hasNextPage ? `Showing the latest ${events.length}` : `Showing ${events.length} out of ${events.length}`}
      >
        {children}
        {hasNextPage && (
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Older events
          </Button>
        )}
      </CountFooter>
    </>
  )
}

function formatDay(at: string, today: Date): string {
  const date = readDate(at)
  if (!date) return at
  if (isSameDay(date, today)) return 'Today'
  return isSameDay(date, subDays(today, 1)) ? 'Yesterday' : format(date, 'EEEE, d MMMM yyyy')
}

function Event({ event, restore }: { event: HistoryEvent; restore: Restore | undefined }) {
  return (
    <Collapsible.Root className={styles['event']} render={<li />}>
      <div className={styles['head']}>
        <KindIcon icon={findIcon(event)} tone={eventTone(event.event)} />
        <div className={styles['what']}>
          <p className={styles['sentence']}>
            <EventSentence event={event} />
          </p>
          {restore && (
            <Button
              size="small"
              aria-label="Restore this version"
              disabled={restore.disabledReason !== undefined}
              title={restore.disabledReason}
              onClick={restore.run}
            >
              Restore
            </Button>
          )}
        </div>
        <Moment at={event.at} pattern="HH:mm" />
        <Collapsible.Trigger className={styles['toggle']} render={<IconButton label="Details" icon={ChevronDown} />} />
      </div>
      <Collapsible.Panel className={styles['details']}>
        <EventDetails event={event} />
      </Collapsible.Panel>
    </Collapsible.Root>
  )
}

function EventDetails({ event }: { event: HistoryEvent }) {
  const { actor_id, entity, record_id, ip, detail, at } = event
  const facts = {
    Time: <Moment at={at} pattern="dd MMM yyyy, HH:mm:ss" />,
    By: actor_id === null ? formatActor(event) : `${formatActor(event)} #${actor_id}`,
    Event: event.event,
    Record: record_id === null ? null : `${findKind(event)?.label ?? entity} #${record_id}`,
    Note: detail,
    'IP address': ip,
  }
  return (
    <>
      {event.changes && <Changes {...event} isNew={event.event.endsWith('.created')} />}
      <dl className={styles['facts']}>
        {Object.entries(facts).map(
          ([name, fact]) =>
            fact !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{fact}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  )
}

const EXPECTED_EVENTS = 6

function EventSkeletons() {
  return (
    <ol className="divided" aria-busy="true" aria-label="Loading the history">
      {Array.from({ length: EXPECTED_EVENTS }, (_, index) => (
        <li key={index} className={styles['event']}>
          <div className={styles['head']}>
            <Skeleton width="2rem" />
            <Skeleton width="60%" />
          </div>
        </li>
      ))}
    </ol>
  )
}

const ICONS: Readonly<Record<string, LucideIcon>> = {
  created: Plus,
  updated: Pencil,
  restored: RotateCcw,
  deleted: Trash2,
  purged: Trash2,
  erased: Trash2,
}

/** Returns the icon of what happened; none for sign-in and security, which have a shield. */
function findIcon({ event, changes }: HistoryEvent): LucideIcon | undefined {
  if (event.startsWith('token.')) return KeyRound
  if (changes?.length === 1 && changes[0]?.field === 'email') return Mail
  return /^(?:admin|sessions|two_factor)\./.test(event) ? undefined : ICONS[event.split('.').at(-1) ?? '']
}
