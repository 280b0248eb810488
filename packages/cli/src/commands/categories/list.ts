import { listRecords } from '@rapport/core/client/records.ts'
import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import type { Category } from '@rapport/core/entities/categories/category.ts'
import type { Deps } from '#cli/deps.ts'
import { type ListInput, type SelectedRecords, selectRecords } from '#cli/entities/list-records.ts'
import { presentList } from '#cli/entities/record-presentation.ts'
import type { Presentation } from '#cli/output/document.ts'

export async function run(input: ListInput, deps: Deps): Promise<SelectedRecords<Category>> {
  return selectRecords(categoryEntity, input, await listRecords(deps.client, categoryEntity))
}

export function present(result: SelectedRecords<Category>): Presentation {
  return presentList(categoryEntity, result)
}
