import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import type { Category } from '@rapport/core/entities/categories/category.ts'
import type { Deps } from '#cli/deps.ts'
import { findRecord } from '#cli/entities/find-record.ts'
import { presentRecord } from '#cli/entities/record-presentation.ts'
import type { Presentation } from '#cli/output/document.ts'

export function run({ category }: { category: string }, deps: Deps): Promise<Category> {
  return findRecord(categoryEntity, category, deps)
}

export function present(category: Category): Presentation {
  return presentRecord(categoryEntity, category, '')
}
