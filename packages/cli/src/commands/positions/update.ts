import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import type { Deps } from '#cli/deps.ts'
import type { OptionValues } from '#cli/entities/field-options.ts'
import { findRecord } from '#cli/entities/find-record.ts'
import { parseChanges, presentSaved, type SaveResult, updateRecord } from '#cli/entities/save-commands.ts'
import type { Presentation } from '#cli/output/document.ts'
import { addCategoryNames } from './category-names.ts'

export interface UpdateInput {
  /** An id or name. */
  position: string
  options: OptionValues
}

interface UpdateResult extends SaveResult<Position> {
  displayRecord: Position
}

/** Updates the given fields only. */
export async function run({ position, options }: UpdateInput, deps: Deps): Promise<UpdateResult> {
  const changes = await parseChanges(positionEntity, options, deps)
  const { category } = options
  const category_id = category === undefined ? undefined : String((await findRecord(categoryEntity, category, deps)).id)
  const before = await findRecord(positionEntity, position, deps)
  const { record, hints } = await updateRecord(positionEntity, before, { ...changes, category_id }, deps)
  const { rows, hints: nameHints } = await addCategoryNames([record], deps)
  return { record, hints: [...nameHints, ...hints], displayRecord: rows[0] ?? record }
}

export function present({ displayRecord, ...result }: UpdateResult): Presentation {
  return presentSaved(positionEntity, result, 'Updated', displayRecord)
}
