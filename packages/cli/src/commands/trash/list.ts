import { requireExtension } from '#cli/api/extensions.ts'
import type { Deps } from '#cli/deps.ts'
import { entityFilter } from '#cli/entities/kind-option.ts'
import { listTrash, type TrashItem } from '#cli/entities/trash.ts'
import { localTime } from '#cli/io/local-time.ts'
import type { Presentation } from '#cli/io/output.ts'
import { type Column, renderTable } from '#cli/io/table.ts'

export interface ListInput {
  kind?: string
  search?: string
  limit?: number
}

interface Listed {
  rows: TrashItem[]
  total: number
}

/** Deleted records that can be restored, the last deleted first. */
export async function run({ kind, search, limit }: ListInput, deps: Deps): Promise<Listed> {
  await requireExtension('trash', deps)
  const filter = { ...entityFilter(kind), ...(search !== undefined && { search }) }
  return listTrash(filter, deps, limit)
}

const FIELDS: readonly (keyof TrashItem)[] = [
  'id',
  'entity',
  'record_id',
  'name',
  'batch',
  'deleted_at',
  'deleted_by',
  'deleted_by_name',
  'purge_at',
]

const columns: readonly Column<TrashItem>[] = [
  { title: 'ID', text: ({ id }) => String(id) },
  { title: 'RECORD', text: ({ entity, record_id }) => `${entity} ${record_id}` },
  { title: 'NAME', text: ({ name }) => name },
  { title: 'DELETED', text: ({ deleted_at }) => localTime(deleted_at) },
  { title: 'BY', text: ({ deleted_by, deleted_by_name }) => deleted_by_name ?? `user ${deleted_by}`, dropOrder: 2 },
  { title: 'KEPT UNTIL', text: ({ purge_at }) => localTime(purge_at), dropOrder: 3 },
  { title: 'BATCH', text: ({ batch }) => batch ?? '', dropOrder: 1 },
]

export function present({ rows, total }: Listed): Presentation {
  const shown = rows.length === total ? `${total}` : `${rows.length} of ${total}`
  return {
    document: {
      shape: 'list',
      rows,
      fields: FIELDS,
      forPeople: (options) => renderTable(columns, rows, options),
    },
    info: total === 0 ? 'Nothing in the trash.' : `${shown} ${total === 1 ? 'item' : 'items'}`,
  }
}
