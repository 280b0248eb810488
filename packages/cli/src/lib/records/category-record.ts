import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Category } from '@rapport/core/categories/category.ts'
import { foldText } from '@rapport/core/fold-text.ts'
import type { Deps } from '#cli/deps.ts'
import type { Removal } from '#cli/lib/deletion.ts'
import { everyName } from '#cli/lib/every-name.ts'
import { NOT_SET, type RecordView } from '#cli/lib/record-presentation.ts'

/** How categories are shown. */
export const categoryRecord: RecordView<Category> = {
  noun: { one: 'category', many: 'categories', list: 'rapport categories list' },
  fields: everyName<keyof Category>({ id: true, category_name: true, slug: true, category_image: true }),
  columns: [
    { title: 'ID', text: ({ id }) => String(id) },
    { title: 'NAME', text: ({ category_name }) => category_name },
    { title: 'SLUG', text: ({ slug }) => slug || NOT_SET, leaves: 2 },
    // An address that is cut leads nowhere.
    { title: 'IMAGE', text: ({ category_image }) => category_image || NOT_SET, leaves: 1, useful: Infinity },
  ],
}

/** All categories, as the contract has them: in one answer. */
export function listCategories({ api, call, signal }: Deps): Promise<Category[]> {
  return call('listCategories', () => unwrap(api.GET('/api/admin/categories', { signal })))
}

/** Deletes categories, one in each call. */
export const categoryRemoval: Removal = {
  operation: 'deleteCategory',
  remove: (id, { api, signal }) => unwrap(api.DELETE('/api/admin/category/{id}', { params: { path: { id } }, signal })),
}

/** The categories whose name holds the text, of whatever letter case and accents. */
export function categoriesNamed(search: string, categories: readonly Category[]): Category[] {
  const text = foldText(search.trim())
  return categories.filter(({ category_name }) => foldText(category_name).includes(text))
}
