import { categoryChangesInput } from '@rapport/core/entities/categories/category.ts'
import { fieldMessagesOf } from '#server/domain/parse-input.ts'
import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { CategoriesService } from './categories.service.ts'

export function categoriesRoutes(route: ContractRoute, categories: CategoriesService): void {
  route('listCategories', async () => ({ message: 'The categories.', data: await categories.listCategories() }))

  route(
    'saveCategory',
    async ({ body: { id, ...form }, headers }, caller) =>
      id === undefined
        ? { message: 'The category was added.', data: await categories.createCategory(caller, form) }
        : {
            message: 'The category was saved.',
            data: await categories.updateCategory(caller, id, form, headers['If-Match']),
          },
    { fieldMessages: fieldMessagesOf(categoryChangesInput) },
  )

  route('deleteCategory', async ({ params, query, headers }, caller) => {
    await categories.deleteCategory(caller, params.id, { batch: query.batch, ifMatch: headers['If-Match'] })
    return { message: 'The category was deleted.' }
  })
}
