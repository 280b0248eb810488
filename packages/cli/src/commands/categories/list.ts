import type { Category } from '@rapport/core/categories/category.ts'
import type { Deps } from '#cli/deps.ts'
import { categories } from '#cli/entities/categories.ts'
import type { Presentation } from '#cli/io/output.ts'
import { presentList } from '#cli/entities/record-presentation.ts'
import { searchRecords } from '#cli/entities/search-records.ts'

export interface ListInput {
  search?: string
}

interface Listed {
  rows: Category[]
  none: string
}

/** Every category whose name holds the text searched for. */
export async function run({ search }: ListInput, deps: Deps): Promise<Listed> {
  const rows = searchRecords(categories, search, await categories.list(deps))
  return { rows, none: search === undefined ? categories.none.all : categories.none.found }
}

export function present(listed: Listed): Presentation {
  return presentList(categories, listed)
}
