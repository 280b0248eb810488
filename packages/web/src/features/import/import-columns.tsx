import { formatLocation } from '@rapport/core/catalogue/read/source-location.ts'
import { Link } from 'react-router-dom'
import { RECORD_KINDS } from '#data/record-kinds.ts'
import { Badge } from '#ui/primitives/badge.tsx'
import { KindIcon } from '#ui/primitives/kind-icon.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import type { PlannedRow } from './plan/import-plan.ts'
import { ROW_STATES, type RowResult, type RowState } from './plan/row-state.ts'
import { type FieldsProps, RowFields } from './row-fields.tsx'
import styles from './import-columns.module.css'

/** A row of the plan with its outcome. */
export interface RowWithState {
  row: PlannedRow
  state: RowState
  /** Undefined before the row was sent. */
  result: RowResult | undefined
}

export const importColumns = (actions: Pick<FieldsProps, 'findImage' | 'onCorrect'>): Column<RowWithState>[] => [
  {
    id: 'key',
    header: 'Record',
    cell: ({ row, state }) => (
      <span className={styles['record']}>
        <KindIcon icon={RECORD_KINDS[row.correctedRow.entity.singular].icon} />
        <span className={styles['texts']}>
          <bdi className={styles['name']} title={row.key}>
            <RecordName row={row} isImported={wasImported(state)} />
          </bdi>
          <span className={styles['place']}>{formatLocation({ ...row.correctedRow.location, column: undefined })}</span>
        </span>
      </span>
    ),
    card: 'title',
    width: 'clamp(15.75rem, 32cqi, 22rem)',
  },
  { id: 'state', header: 'State', cell: (row) => <State {...row} />, card: 'badge', width: '9rem' },
  {
    id: 'fields',
    header: 'Changes',
    cell: ({ row, state, result }) => (
      <RowFields row={row} isImported={wasImported(state)} result={result} {...actions} />
    ),
    card: 'block',
  },
]

const wasImported = (state: RowState) => state === 'created' || state === 'updated'

/** The name of the record, as a link once the record is imported. */
function RecordName({ row, isImported }: { row: PlannedRow; isImported: boolean }) {
  const { entity } = row.correctedRow
  const text = row.key.replace('/', entity.keyFields.length > 1 ? ' / ' : '/') || 'Unnamed'
  const id = row.change?.remote?.id
  if (!isImported || id === undefined) return text
  // Opens a new tab, because leaving this one would lose the rows that are not imported yet.
  return (
    <Link to={RECORD_KINDS[entity.singular].recordPath(id)} target="_blank" title="Opens in a new tab">
      {text}
    </Link>
  )
}

function State({ state }: RowWithState) {
  const { tone, shape, badge } = ROW_STATES[state]
  return (
    <span className={styles['state']}>
      <Badge tone={tone} {...(shape && { shape })}>
        {badge}
      </Badge>
    </span>
  )
}
