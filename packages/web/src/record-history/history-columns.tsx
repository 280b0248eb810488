import { ENTITY_NAMES, type EntityName } from '@rapport/core/api/operations.ts'
import { KeyRound, type LucideIcon, Mail, Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { Button } from '#ui/primitives/button.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { KindTitle } from '#ui/primitives/kind-icon.tsx'
import { Moment } from '#ui/primitives/moment.tsx'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import { createColumns, type ColumnMeta } from '#ui/table/data-table.tsx'
import { Changes } from './changes.tsx'
import { formatActor, formatEvent, eventTone, NAME_FIELDS } from './event-format.ts'
import type { HistoryEvent } from './history.queries.ts'
import styles from './history.module.css'

/** An event, and how to restore the record as it was after the event. */
export interface HistoryRow extends HistoryEvent {
  /** Title instead of the event and its changes. */
  title?: string
  restore?: { run: () => void; disabledReason: string | undefined } | undefined
}

const column = createColumns<HistoryRow>()

const title = column.accessor('event', {
  header: 'Event',
  cell: ({ row: { original } }) => (
    <KindTitle icon={findIcon(original)} tone={eventTone(original.event)} text={formatEvent(original.event)} />
  ),
  meta: { card: 'title', width: '13.75rem' },
})
const time = column.accessor('at', {
  header: () => (
    <>
      Time<span className={styles['andAdmin']}> and admin</span>
    </>
  ),
  cell: ({ row: { original } }) => (
    <>
      <span className={styles['time']}>
        <Moment at={original.at} />
      </span>
      <span className={styles['by']}>
        <bdi className={styles['line']}>{formatActor(original)}</bdi>
        <Address ip={original.ip} />
      </span>
    </>
  ),
  meta: { card: 'badge', width: '11.5rem' },
})

const actor = (card?: ColumnMeta['card']) =>
  column.display({
    id: 'actor',
    header: 'Admin',
    cell: ({ row: { original } }) => <bdi className={styles['line']}>{formatActor(original)}</bdi>,
    meta: { width: 'max(8rem, 10cqi)', dropOrder: 2, ...(card && { card }) },
  })

/** The columns of one record's history, with all changes in full, and a button that restores an earlier version. */
export const recordHistoryColumns = column.columns([
  column.accessor('event', {
    header: 'Event',
    cell: ({ row: { original } }) => (
      <KindTitle
        icon={findActionIcon(original)}
        tone={eventTone(original.event)}
        text={original.title ?? formatEvent(original.event)}
      />
    ),
    meta: { card: 'title' },
  }),
  actor('subtitle'),
  time,
  column.display({
    id: 'changes',
    header: 'Changes',
    cell: ({ row: { original } }) => (
      <div className={styles['details']}>
        <Restore {...original.restore} />
        {original.title === undefined && <Details event={original} name={undefined} />}
      </div>
    ),
    meta: { card: 'details' },
  }),
])

function Restore({ run, disabledReason }: Partial<NonNullable<HistoryRow['restore']>>) {
  if (!run) return null
  return (
    <Button
      className={styles['restore']}
      aria-label="Restore this version"
      disabled={disabledReason !== undefined}
      title={disabledReason}
      onClick={run}
    >
      Restore
    </Button>
  )
}

interface Options {
  /** Returns null while the name loads. */
  findName: (event: HistoryEvent) => string | null | undefined
  /** Id of the event whose changes are shown in full; those of other events are cut to two lines. */
  openId: string | undefined
}

export function historyColumns({ findName, openId }: Options) {
  return column.columns([
    title,
    column.display({
      id: 'record',
      header: 'Record',
      cell: ({ row: { original } }) => (
        <span className={styles['line']}>
          <RecordName event={original} name={findName(original)} />
          {!isOwn(original) && <bdi className={styles['actor']}>{formatActor(original)}</bdi>}
          {isAboutAccount(original) && original.ip && <span className={styles['actor']}>{original.ip}</span>}
        </span>
      ),
      meta: { card: 'subtitle', width: 'max(9.75rem, 12.5cqi)' },
    }),
    column.display({
      id: 'changes',
      header: 'Changes',
      cell: ({ row: { original } }) => (
        <div className={classNames(styles['details'], String(original.id) !== openId && styles['closed'])}>
          <Details event={original} name={findName(original)} />
        </div>
      ),
      meta: { card: 'details' },
    }),
    actor(),
    time,
    column.accessor('ip', {
      header: 'IP address',
      cell: ({ getValue }) => <Address ip={getValue()} />,
      meta: { width: 'clamp(9rem, 100cqi - 80rem, 19.5rem)', dropOrder: 1 },
    }),
  ])
}

/** Returns true for an event of the admin's own record, which has the admin's name. */
function isOwn({ entity, record_id, actor_id }: HistoryEvent): boolean {
  return entity === 'user' && actor_id !== null && String(record_id) === String(actor_id)
}

/** Returns true for an event of sign-in or security, of which the address matters most. */
const isAboutAccount = (event: HistoryEvent) => event.record_id === null || isOwn(event)

/** Returns the icon of the record that changed; none for sign-in and security, whose records are users too. */
function findIcon({ event }: HistoryEvent) {
  if (event.startsWith('token.')) return KeyRound
  const kind = ENTITY_NAMES.find((name) => event.startsWith(`${name}.`))
  return kind && RECORD_KINDS[kind].icon
}

const ACTION_ICONS: Readonly<Record<string, LucideIcon>> = {
  created: Plus,
  updated: Pencil,
  restored: RotateCcw,
  deleted: Trash2,
}

/** Returns the icon of what happened, for the history of one record. */
function findActionIcon(event: HistoryEvent) {
  const fields = event.changes?.map(({ field }) => field)
  if (fields?.length === 1 && fields[0] === 'email') return Mail
  return ACTION_ICONS[event.event.split('.').at(-1) ?? ''] ?? findIcon(event)
}

/** An IP address. A long one is cut before its last group. */
function Address({ ip }: Pick<HistoryEvent, 'ip'>) {
  if (!ip) return null
  const cut = ip.includes(':') ? ip.lastIndexOf(':') : ip.length
  return (
    <span className={styles['ip']} title={ip}>
      <span className={styles['line']}>{ip.slice(0, cut)}</span>
      {ip.slice(cut)}
    </span>
  )
}

function findKind({ entity }: HistoryEvent): EntityName | undefined {
  return ENTITY_NAMES.find((name) => name === entity)
}

/** The name of the record, as a link unless the record is gone. */
function RecordName({ event, name }: { event: HistoryEvent; name: string | null | undefined }) {
  const kind = findKind(event)
  if (event.record_id === null) return null
  if (name === null) return <Skeleton width="60%" />
  const text = name ?? `${kind ? RECORD_KINDS[kind].label : 'Record'} #${event.record_id}`
  if (kind === undefined || /\.(?:deleted|purged|erased)$/.test(event.event)) return <bdi title={text}>{text}</bdi>
  return (
    <Link to={RECORD_KINDS[kind].recordPath(event.record_id)} title={text}>
      <bdi>{text}</bdi>
    </Link>
  )
}

/** The changes of an event, without the name of a new record, which has its own column. */
function Details({ event, name }: { event: HistoryEvent; name: string | null | undefined }) {
  const isNew = event.event.endsWith('.created')
  const changes = event.changes?.filter(({ field, after }) => !(isNew && NAME_FIELDS.has(field) && after === name))
  return changes?.length ? <Changes changes={changes} record_id={event.record_id} isNew={isNew} /> : event.detail
}
