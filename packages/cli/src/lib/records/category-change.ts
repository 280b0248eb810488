import { multipart } from '@rapport/core/api/multipart.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import { categoryChangesInput, type Category } from '@rapport/core/categories/category.ts'
import type { Deps } from '#cli/deps.ts'
import { checkedInput, type InputWords, type Mistake } from '#cli/lib/checked-input.ts'
import { foundById } from '#cli/lib/record-noun.ts'
import { categoryRecord, listCategories } from './category-record.ts'

/** What is to change of a category; the rest stays. */
export interface CategoryChanges {
  category_name?: string | undefined
  category_image?: Blob | Mistake | undefined
}

/**
 * Changes a category as it is now on the server; `onWrite` is told of it before it is written.
 * @throws CliError when there is none, and for what the input of core does not take
 */
export async function changeCategory(
  id: string,
  changes: CategoryChanges,
  words: InputWords<keyof CategoryChanges>,
  deps: Deps,
  onWrite: (before: Category) => void = () => undefined,
): Promise<Category> {
  const before = foundById(await listCategories(deps), id, categoryRecord.noun)
  const { category_name = before.category_name, category_image } = changes
  const form = checkedInput(categoryChangesInput, { category_name, category_image }, words)
  onWrite(before)
  const { api, call, signal } = deps
  return call('saveCategory', () =>
    unwrap(api.POST('/api/admin/category', { ...multipart({ id: before.id, ...form }), signal })),
  )
}
