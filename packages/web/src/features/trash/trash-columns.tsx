import { readDate } from '@rapport/core/text/dates.ts'
import { differenceInDays } from 'date-fns'
import { RotateCcw, Trash2 } from 'lucide-react'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { NOT_SET } from '#ui/primitives/display-text.ts'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { KindTitle } from '#ui/primitives/kind-icon.tsx'
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
    cell: ({ name, entity }) => <KindTitle icon={RECORD_KINDS[entity].icon} text={name} />,
    card: 'title',
    minWidth: '13rem',
  },
  { id: 'entity', header: 'Kind', cell: ({ entity }) => RECORD_KINDS[entity].label, width: '7rem' },
  { id: 'deleted_at', header: 'Deleted at', cell: ({ deleted_at }) => <Moment at={deleted_at} />, width: '10rem' },
  {
    id: 'deleted_by',
    header: 'Deleted by',
    cell: ({ deleted_by, deleted_by_name }) => deleted_by_name ?? `Admin ${deleted_by}`,
    width: '10rem',
  },
  {
    id: 'days_left',
    header: 'Days left',
    cell: ({ entity, purge_at }) => (
      <>
        <span className="card-only">{`${RECORD_KINDS[entity].label} · `}</span>
        {daysLeft(purge_at, now)}
        <span className="card-only"> left</span>
      </>
    ),
    card: 'subtitle',
    width: '5.5rem',
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (item) => (
      <span className="row">
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
    card: 'action',
    width: '6.5rem',
  },
]

function daysLeft(purgeAt: string, now: Date): string {
  const date = readDate(purgeAt)
  if (!date) return NOT_SET
  const days = Math.max(0, differenceInDays(date, now))
  return days === 0 ? 'Less than a day' : days === 1 ? '1 day' : `${days} days`
}
