import { readDate } from '@rapport/core/text/dates.ts'
import { differenceInDays } from 'date-fns'
import { RotateCcw, Trash2 } from 'lucide-react'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { NOT_SET } from '#ui/primitives/display-text.ts'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { IconTitle, KindIcon } from '#ui/primitives/kind-icon.tsx'
import { Moment } from '#ui/primitives/moment.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import type { TrashItem } from './trash.queries.ts'

interface Actions {
  now: Date
  onRestore: (item: TrashItem) => void
  onPurge: (item: TrashItem) => void
}

export const trashColumns = ({ now, onRestore, onPurge }: Actions): Column<TrashItem>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ row }) => (
      <IconTitle icon={<KindIcon icon={RECORD_KINDS[row.original.entity].icon} />} text={row.original.name} />
    ),
    meta: { card: 'title', minWidth: '13rem' },
  },
  { id: 'entity', header: 'Kind', cell: ({ row }) => RECORD_KINDS[row.original.entity].label, meta: { width: '7rem' } },
  {
    id: 'deleted_at',
    header: 'Deleted at',
    cell: ({ row }) => <Moment at={row.original.deleted_at} />,
    meta: { width: '10rem' },
  },
  {
    id: 'deleted_by',
    header: 'Deleted by',
    cell: ({ row }) => row.original.deleted_by_name ?? `Admin ${row.original.deleted_by}`,
    meta: { width: '10rem' },
  },
  {
    id: 'days_left',
    header: 'Days left',
    cell: ({ row }) => (
      <>
        <span className="card-only">{`${RECORD_KINDS[row.original.entity].label} · `}</span>
        {daysLeft(row.original.purge_at, now)}
        <span className="card-only"> left</span>
      </>
    ),
    meta: { card: 'subtitle', width: '5.5rem' },
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: ({ row }) => (
      <span className="row">
        <IconButton
          label={`Restore ${row.original.name}`}
          icon={RotateCcw}
          title="Restore"
          onClick={() => onRestore(row.original)}
        />
        <IconButton
          label={`Delete ${row.original.name} permanently`}
          icon={Trash2}
          title="Delete permanently"
          tone="danger"
          onClick={() => onPurge(row.original)}
        />
      </span>
    ),
    meta: { card: 'action', width: '6.5rem' },
  },
]

function daysLeft(purgeAt: string, now: Date): string {
  const date = readDate(purgeAt)
  if (!date) return NOT_SET
  const days = Math.max(0, differenceInDays(date, now))
  return days === 0 ? 'Less than a day' : days === 1 ? '1 day' : `${days} days`
}
