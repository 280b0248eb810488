import { isNotFound } from '@rapport/core/api/api-error.ts'
import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import pMap from 'p-map'
import { queryKeys } from '#data/query-keys.ts'
import { deleteRecord } from '#data/records.ts'
import type { DeleteVariables } from '#data/trash.ts'

const CONCURRENCY = 4

interface PositionDeletion {
  positionsToDelete: readonly Position[]
  /** Called after each deleted position, even if the server then refuses to delete the category. */
  onPositionDeleted: () => void
}

/** Deletes the given positions, then the category, which the server refuses while it has positions. */
export async function deleteCategory(
  deletion: DeleteVariables,
  { positionsToDelete, onPositionDeleted }: PositionDeletion,
): Promise<void> {
  const { batch } = deletion
  await pMap(
    positionsToDelete,
    async ({ id }) => {
      try {
        await deleteRecord(positionEntity, { id, batch })
        onPositionDeleted()
      } catch (error) {
        if (!isNotFound(error)) throw error
      }
    },
    { concurrency: CONCURRENCY },
  )
  await deleteRecord(categoryEntity, deletion)
}

/** Reloads both lists, even after a failure, because some records may be gone. */
export function useReloadAfterDeletion() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: queryKeys.categories })
    void client.invalidateQueries({ queryKey: queryKeys.positions })
  }
}

/** Deletes a category and the given positions. */
export function useDeleteCategory(positionDeletion: PositionDeletion) {
  return useMutation({
    mutationFn: (deletion: DeleteVariables) => deleteCategory(deletion, positionDeletion),
    onSettled: useReloadAfterDeletion(),
  })
}
