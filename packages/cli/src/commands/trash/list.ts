import type { Deps } from '#cli/deps.ts'
import { entityFilter } from '#cli/entities/kind-option.ts'
import { entityFieldNames, presentList } from '#cli/entities/record-presentation.ts'
import { listTrash, type TrashItem, trashEntity } from '#cli/entities/trash.ts'
import type { Presentation } from '#cli/output/document.ts'

export interface ListInput {
  kind?: string
  search?: string
  limit?: number
}

interface ListResult {
  rows: TrashItem[]
  total: number
}

/** Lists deleted records that can be restored, last deleted first. */
export async function run({ kind, search, limit }: ListInput, deps: Deps): Promise<ListResult> {
  const filter = { ...entityFilter(kind), ...(search !== undefined && { search }) }
  return listTrash(filter, deps.client, limit)
}

export const fields = () => entityFieldNames(trashEntity)

export function present(result: ListResult): Presentation {
  return presentList(trashEntity, { ...result, emptyMessage: trashEntity.emptyMessages.noRecords })
}
