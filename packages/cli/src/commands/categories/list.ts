import type { Category } from '@rapport/core/entities/categories/category.ts'
import type { Deps } from '#cli/deps.ts'
import { categories } from '@rapport/core/entities/categories/categories.ts'
import { type ListInput, type Selected, selectRecords } from '#cli/entities/list-records.ts'
import { presentList } from '#cli/entities/record-presentation.ts'
import type { Presentation } from '#cli/io/output.ts'

export async function run(input: ListInput, deps: Deps): Promise<Selected<Category>> {
  return selectRecords(categories, input, await categories.list(deps))
}

export function present(listed: Selected<Category>): Presentation {
  return presentList(categories, listed)
}
