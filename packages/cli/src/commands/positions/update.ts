import type { Position } from '@rapport/core/entities/positions/position.ts'
import type { Deps } from '#cli/deps.ts'
import { positions } from '@rapport/core/entities/positions/position-description.ts'
import type { Presentation } from '#cli/output/document.ts'
import { categories } from '@rapport/core/entities/categories/category-description.ts'
import { findRecord } from '#cli/entities/find-record.ts'
import type { GivenOptions } from '#cli/entities/field-options.ts'
import { givenChanges, presentSaved, type SaveResult, updateRecord } from '#cli/entities/save-verbs.ts'
import { addCategoryNames } from './category-names.ts'

export interface UpdateInput {
  /** An id or name. */
  position: string
  options: GivenOptions
}

interface UpdateResult extends SaveResult<Position> {
  displayRecord: Position
}

/** Updates the given fields only. */
export async function run({ position, options }: UpdateInput, deps: Deps): Promise<UpdateResult> {
  const displayRecord = await givenChanges(positions, options, deps)
  const { category } = options
  const category_id = category === undefined ? undefined : String((await findRecord(categories, category, deps)).id)
  const before = await findRecord(positions, position, deps)
  const { record, hints } = await updateRecord(positions, before, { ...displayRecord, category_id }, deps)
  const shown = await addCategoryNames([record], deps)
  return { record, hints: [...shown.hints, ...hints], displayRecord: shown.rows[0] ?? record }
}

export function present({ displayRecord, ...saved }: UpdateResult): Presentation {
  return presentSaved(positions, saved, 'Updated', displayRecord)
}
