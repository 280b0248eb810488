import type { Category } from '@rapport/core/entities/categories/category.ts'
import type { Deps } from '#cli/deps.ts'
import { categories } from '@rapport/core/entities/categories/category-description.ts'
import type { Presentation } from '#cli/output/document.ts'
import type { GivenOptions } from '#cli/entities/field-options.ts'
import { createRecord, newForm, presentSaved, type SaveResult } from '#cli/entities/save-verbs.ts'

export async function run(options: GivenOptions, deps: Deps): Promise<SaveResult<Category>> {
  return createRecord(categories, await newForm(categories, options, deps), deps)
}

export function present(saved: SaveResult<Category>): Presentation {
  return presentSaved(categories, saved, 'Created')
}
