import { categories } from '@rapport/core/catalogue/categories.ts'
import type { CategoryChangesInput } from '@rapport/core/categories/category.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '#data/query-keys.ts'
import { deleteRecord, saveRecord, useDeleteRecord } from '#data/record-calls.ts'
import type { Save } from '#data/save-merged.ts'
import type { Deletion } from '#data/trash.ts'
import { upsertInList } from '#data/upsert-in-list.ts'

/** Saves a category and puts it into the list. */
export function useSaveCategory() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (save: Save<CategoryChangesInput>) => saveRecord(categories, save),
    onSuccess: async (saved) => {
      await upsertInList(client, queryKeys.categories, saved)
      // Positions carry the names of their categories.
      void client.invalidateQueries({ queryKey: queryKeys.positions })
    },
  })
}

export const deleteCategory = (deletion: Deletion) => deleteRecord(categories, deletion)

export const useDeleteCategory = () => useDeleteRecord(categories, queryKeys.categories)
