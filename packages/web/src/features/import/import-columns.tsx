import { placeText } from '@rapport/core/catalogue/read/place.ts'
import { Badge } from '#ui/primitives/badge.tsx'
import { createColumns } from '#ui/table/data-table.tsx'
import type { Group, Line } from './import-plan.ts'
import { KindIcon } from '#platform/kind-icon.tsx'
import { type FieldsProps, LineFields } from './line-fields.tsx'
import styles from './import-columns.module.css'
import type { RowResult } from './use-import-run.ts'

/** A line of the plan and its outcome. */
export interface ShownLine {
  line: Line
  result: RowResult | undefined
}

const GROUPS = {
  problem: { tone: 'red', text: 'Problem' },
  create: { tone: 'green', text: 'New' },
  update: { tone: 'purple', text: 'Change' },
  unchanged: { tone: 'neutral', text: 'Unchanged' },
} as const satisfies Record<Group, object>

const RESULTS = {
  created: { tone: 'green', text: 'Created' },
  updated: { tone: 'green', text: 'Updated' },
  failed: { tone: 'red', text: 'Failed' },
  skipped: { tone: 'neutral', text: 'Not tried' },
} as const satisfies Record<RowResult['status'], object>

const column = createColumns<ShownLine>()

export function importColumns({ imageOf, onCorrect }: Pick<FieldsProps, 'imageOf' | 'onCorrect'>) {
  return column.columns([
    column.display({
      id: 'key',
      header: 'Record',
      cell: ({
        row: {
          original: { line },
        },
      }) => (
        <span className={styles['record']}>
          <KindIcon kind={line.row.entity.one} />
          <span className={styles['texts']}>
            <bdi className={styles['name']} title={line.key}>
              {line.key || 'Unnamed'}
            </bdi>
            <span className={styles['place']}>{placeText({ ...line.row.place, column: undefined })}</span>
          </span>
        </span>
      ),
      meta: { card: 'title', width: '32%' },
    }),
    column.display({
      id: 'state',
      header: 'State',
      cell: ({ row: { original } }) => <State {...original} />,
      meta: { card: 'badge', width: '7rem' },
    }),
    column.display({
      id: 'fields',
      header: 'What changes',
      cell: ({
        row: {
          original: { line, result },
        },
      }) => <LineFields line={line} reason={result?.reason} imageOf={imageOf} onCorrect={onCorrect} />,
      meta: { card: 'block' },
    }),
  ])
}

function State({ line: { group }, result }: ShownLine) {
  const { tone, text } = group !== 'problem' && result ? RESULTS[result.status] : GROUPS[group]
  return (
    <span className={styles['state']}>
      <Badge tone={tone}>{text}</Badge>
    </span>
  )
}
