import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import type { Category } from '@rapport/core/entities/categories/category.ts'
import type { Deps } from '#cli/deps.ts'
import type { OptionValues } from '#cli/entities/field-options.ts'
import { findRecord } from '#cli/entities/find-record.ts'
import { parseChanges, presentSaved, type SaveResult, updateRecord } from '#cli/entities/save-commands.ts'
import type { Presentation } from '#cli/output/document.ts'

export interface UpdateInput {
  /** An id, slug or name. */
  category: string
  options: OptionValues
}

/** Updates the given fields only. */
export async function run({ category, options }: UpdateInput, deps: Deps): Promise<SaveResult<Category>> {
  const changes = await parseChanges(categoryEntity, options, deps)
  return updateRecord(categoryEntity, await findRecord(categoryEntity, category, deps), changes, deps)
}

export function present(result: SaveResult<Category>): Presentation {
  return presentSaved(categoryEntity, result, 'Updated')
}
