import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import type { Category } from '@rapport/core/entities/categories/category.ts'
import type { Deps } from '#cli/deps.ts'
import type { OptionValues } from '#cli/entities/field-options.ts'
import { createRecord, parseNewForm, presentSaved, type SaveResult } from '#cli/entities/save-commands.ts'
import type { Presentation } from '#cli/output/document.ts'

export async function run(options: OptionValues, deps: Deps): Promise<SaveResult<Category>> {
  return createRecord(categoryEntity, await parseNewForm(categoryEntity, options, deps), deps)
}

export function present(result: SaveResult<Category>): Presentation {
  return presentSaved(categoryEntity, result, 'Created')
}
