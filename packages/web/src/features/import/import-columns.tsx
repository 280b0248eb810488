import { formatLocation } from '@rapport/core/catalogue/read/row.ts'
import { Link } from 'react-router-dom'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { Badge } from '#ui/primitives/badge.tsx'
import { KindIcon } from '#ui/primitives/kind-icon.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import { type ImportRow, ROW_STATES, wasImported } from './plan/row-state.ts'
import { type FieldsProps, RowFields } from './row-fields.tsx'
import styles from './row-fields.module.css'

export const importColumns = (actions: Omit<FieldsProps, 'row'>): Column<ImportRow>[] => [
  {
    id: 'key',
    header: 'Record',
    cell: ({ row }) => (
      <span className={styles['record']}>
        <KindIcon icon={RECORD_KINDS[row.original.correctedRow.entity.singular].icon} />
        <span className={styles['texts']}>
          <bdi className={styles['name']} title={row.original.key}>
            <RecordName row={row.original} />
          </bdi>
          <span className={styles['place']}>
            {formatLocation({ ...row.original.correctedRow.location, column: undefined })}
          </span>
        </span>
      </span>
    ),
    meta: { card: 'title', width: 'clamp(15.75rem, 32cqi, 22rem)' },
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ row }) => {
      const { tone, shape, badge } = ROW_STATES[row.original.state]
      return (
        <span className={styles['state']}>
          <Badge tone={tone} {...(shape && { shape })}>
            {badge}
          </Badge>
        </span>
      )
    },
    meta: { card: 'badge', width: '9rem' },
  },
  {
    id: 'fields',
    header: 'Changes',
    cell: ({ row }) => <RowFields row={row.original} {...actions} />,
    meta: { card: 'block' },
  },
]

/** The name of the record, as a link once the record is imported. */
function RecordName({ row }: { row: ImportRow }) {
  const { entity } = row.correctedRow
  const text = row.key.replace('/', entity.keyFields.length > 1 ? ' / ' : '/') || 'Unnamed'
  const id = row.change?.remote?.id
  if (!wasImported(row) || id === undefined) return text
  // Opens a new tab, because leaving this one would lose the rows that are not imported yet.
  return (
    <Link to={RECORD_KINDS[entity.singular].recordPath(id)} target="_blank" title="Opens in a new tab">
      {text}
    </Link>
  )
}
