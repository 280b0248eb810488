import type { FieldsOf } from '@rapport/core/catalogue/entity.ts'
import { requireExtension } from '#cli/api/extensions.ts'
import type { Deps } from '#cli/deps.ts'
import { entityFilter } from '#cli/entities/kind-option.ts'
import { presentList } from '#cli/entities/record-presentation.ts'
import { listTrash, type TrashItem } from '#cli/entities/trash.ts'
import { localTime } from '#cli/io/local-time.ts'
import type { Presentation } from '#cli/io/output.ts'

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

const ITEMS = {
  type: 'items',
  one: 'item',
  fields: {
    id: { type: 'id', label: 'ID' },
    entity: { type: 'shown', label: 'Kind', shownIn: 'data' },
    record_id: { type: 'shown', label: 'Record', text: ({ entity, record_id }) => `${entity} ${record_id}` },
    name: { type: 'shown', label: 'Name' },
    batch: { type: 'shown', label: 'Batch', dropOrder: 1 },
    deleted_at: { type: 'shown', label: 'Deleted', text: ({ deleted_at }) => localTime(deleted_at) },
    deleted_by: { type: 'shown', label: 'Admin', shownIn: 'data' },
    deleted_by_name: {
      type: 'shown',
      label: 'By',
      text: ({ deleted_by, deleted_by_name }) => deleted_by_name ?? `user ${deleted_by}`,
      dropOrder: 2,
    },
    purge_at: { type: 'shown', label: 'Kept until', text: ({ purge_at }) => localTime(purge_at), dropOrder: 3 },
  } satisfies FieldsOf<TrashItem>,
  tableOrder: ['id', 'record_id', 'name', 'deleted_at', 'deleted_by_name', 'purge_at', 'batch'],
}

export function present(listed: Listed): Presentation {
  return presentList(ITEMS, { ...listed, none: 'Nothing in the trash.' })
}
