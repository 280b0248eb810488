import { categoryChangesInput } from '@rapport/core/entities/categories/category.ts'
import { fieldMessagesOf } from '#server/domain/parse-input.ts'
import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import type { createCategoriesService } from './categories.service.ts'

export function categoriesRoutes(route: ContractRoute, categories: ReturnType<typeof createCategoriesService>): void {
  route.data('listCategories', 'The categories.', categories.list)

  route(
    'saveCategory',
    async ({ body, headers }, caller) => ({
      message: body.id === undefined ? 'The category was added.' : 'The category was saved.',
      data: await categories.saveCategory(caller, body, headers['If-Match']),
    }),
    { fieldMessages: fieldMessagesOf(categoryChangesInput) },
  )

  route('deleteCategory', categories.remove)
}
