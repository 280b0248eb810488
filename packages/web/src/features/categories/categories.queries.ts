import { multipart } from '@rapport/core/api/multipart.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Category, CategoryChangesInput } from '@rapport/core/categories/category.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { deletionParams, type Deletion } from '#data/trash.ts'
import { upsertInList } from '#data/upsert-in-list.ts'

/** Saves a category, a new one without an id, and puts it into the list. */
export function useSaveCategory(id: Category['id'] | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CategoryChangesInput) => unwrap(api.POST('/api/admin/category', multipart({ id, ...input }))),
    onSuccess: async (saved) => {
      await upsertInList(client, queryKeys.categories, saved)
      // Positions carry the names of their categories.
      void client.invalidateQueries({ queryKey: queryKeys.positions })
    },
  })
}

/** Deletes a category; rejects with an `ApiError`. */
export async function deleteCategory(deletion: Deletion): Promise<void> {
  await unwrap(api.DELETE('/api/admin/category/{id}', deletionParams(deletion)))
}

/** Deletes a category and reloads the list; also after a failure, which may mean that it is gone. */
export function useDeleteCategory() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: deleteCategory,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.categories })
    },
  })
}
