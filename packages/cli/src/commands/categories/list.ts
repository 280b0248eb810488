import type { Category } from '@rapport/core/categories/category.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { presentList } from '#cli/lib/record-presentation.ts'
import { categoriesNamed, categoryRecord, listCategories } from '#cli/lib/records/category-record.ts'

export interface ListInput {
  search?: string
}

interface Listed {
  categories: Category[]
  search: string
}

/** Every category whose name holds the text searched for. */
export async function run({ search = '' }: ListInput, deps: Deps): Promise<Listed> {
  return { categories: categoriesNamed(search, await listCategories(deps)), search }
}

export function present({ categories, search }: Listed): Presentation {
  const none = search === '' ? 'No categories available.' : 'No categories found matching your search.'
  return presentList(categoryRecord, { rows: categories, none })
}
