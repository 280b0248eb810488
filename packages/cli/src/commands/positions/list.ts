import { listRecords } from '@rapport/core/client/records.ts'
import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import type { Deps } from '#cli/deps.ts'
import { findRecord } from '#cli/entities/find-record.ts'
import { type ListInput, type SelectedRecords, selectRecords } from '#cli/entities/list-records.ts'
import { presentList } from '#cli/entities/record-presentation.ts'
import { interruptedError } from '#cli/io/errors.ts'
import type { Presentation } from '#cli/output/document.ts'
import { addCategoryNames } from './category-names.ts'

export interface PositionsInput extends ListInput {
  category?: string
}

interface ListResult extends SelectedRecords<Position> {
  displayRows: Position[]
  hints: string[]
}

export async function run({ category, ...input }: PositionsInput, deps: Deps): Promise<ListResult> {
  const categoryId = category === undefined ? undefined : String((await findRecord(categoryEntity, category, deps)).id)
  const all = await listRecords(deps.client, positionEntity)
  const positionsInCategory =
    categoryId === undefined ? all : all.filter(({ category_id }) => String(category_id) === categoryId)
  const selected = selectRecords(positionEntity, input, positionsInCategory)
  const { rows: displayRows, hints } = await addCategoryNames(selected.rows, deps)
  if (deps.signal.aborted) throw interruptedError()
  return {
    ...selected,
    displayRows,
    hints,
    ...(categoryId !== undefined && { emptyMessage: positionEntity.emptyMessages.noMatches }),
  }
}

export function present({ hints, ...result }: ListResult): Presentation {
  const presentation = presentList(positionEntity, result)
  return { ...presentation, info: [...hints, presentation.info].join('\n') }
}
