import { readDate } from '@rapport/core/text/dates.ts'
import { differenceInDays } from 'date-fns'
import { RotateCcw, Trash2 } from 'lucide-react'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { NOT_SET } from '#ui/primitives/display-text.ts'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { KindTitle } from '#ui/primitives/kind-icon.tsx'
import { Moment } from '#ui/primitives/moment.tsx'
import { createColumns } from '#ui/table/data-table.tsx'
import type { TrashItem } from './trash.queries.ts'
import styles from './trash-columns.module.css'

const column = createColumns<TrashItem>()

interface Actions {
  now: Date
  onRestore: (item: TrashItem) => void
  onPurge: (item: TrashItem) => void
}

export function trashColumns({ now, onRestore, onPurge }: Actions) {
  return column.columns([
    column.accessor('name', {
      id: 'name',
      header: 'Name',
      cell: ({ getValue, row }) => <KindTitle icon={RECORD_KINDS[row.original.entity].icon} text={getValue()} />,
      meta: { card: 'title', width: '13rem', isFlexible: true },
    }),
    column.accessor('entity', {
      id: 'entity',
      header: 'Kind',
      cell: ({ getValue }) => RECORD_KINDS[getValue()].label,
      meta: { width: '7rem' },
    }),
    column.accessor('deleted_at', {
      id: 'deleted_at',
      header: 'Deleted at',
      cell: ({ getValue }) => <Moment at={getValue()} />,
      meta: { width: '10rem' },
    }),
    column.accessor('deleted_by_name', {
      id: 'deleted_by',
      header: 'Deleted by',
      cell: ({ row }) => row.original.deleted_by_name ?? `Admin ${row.original.deleted_by}`,
      meta: { width: '10rem' },
    }),
    column.accessor('purge_at', {
      id: 'days_left',
      header: 'Days left',
      cell: ({ getValue, row }) => (
        <>
          <span className={styles['kind']}>{`${RECORD_KINDS[row.original.entity].label} · `}</span>
          {daysLeft(getValue(), now)}
          <span className={styles['kind']}> left</span>
        </>
      ),
      meta: { card: 'subtitle', width: '5.5rem' },
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      cell: ({ row: { original: item } }) => (
        <span className={styles['actions']}>
          <IconButton label={`Restore ${item.name}`} icon={RotateCcw} title="Restore" onClick={() => onRestore(item)} />
          <IconButton
            label={`Delete ${item.name} permanently`}
            icon={Trash2}
            title="Delete permanently"
            tone="danger"
            onClick={() => onPurge(item)}
          />
        </span>
      ),
      meta: { card: 'action', width: '6.5rem' },
    }),
  ])
}

function daysLeft(purgeAt: string, now: Date): string {
  const date = readDate(purgeAt)
  if (!date) return NOT_SET
  const days = Math.max(0, differenceInDays(date, now))
  return days === 0 ? 'Less than a day' : days === 1 ? '1 day' : `${days} days`
}
