import { multipart } from '@rapport/core/api/multipart.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Position, PositionChangesInput } from '@rapport/core/positions/position.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'
import { deletionParams, type Deletion } from '#data/trash.ts'
import { upsertInList } from '#data/upsert-in-list.ts'

/** Saves a position, a new one without an id, and puts it into the list. */
export function useSavePosition(id: Position['id'] | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: PositionChangesInput) =>
      unwrap(api.POST('/api/admin/subcategory', multipart({ id, ...input }))),
    onSuccess: (saved) => upsertInList(client, queryKeys.positions, saved),
  })
}

/** Deletes a position; rejects with an `ApiError`. */
export async function deletePosition(deletion: Deletion): Promise<void> {
  await unwrap(api.DELETE('/api/admin/subcategory/{id}', deletionParams(deletion)))
}

/** Deletes a position and reloads the list; also after a failure, which may mean that it is gone. */
export function useDeletePosition() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: deletePosition,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.positions })
    },
  })
}
