import { multipart } from '@rapport/core/api/multipart.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { Position, PositionChangesInput } from '@rapport/core/positions/position.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { positionsQuery } from '#lib/catalogue-queries.ts'
import { queryKeys } from '#lib/query-keys.ts'
import { upsertInList } from '#lib/upsert-in-list.ts'

/** Saves a position, a new one without an id, and updates the list. */
export function useSavePosition(id: Position['id'] | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: PositionChangesInput) =>
      unwrap(api.POST('/api/admin/subcategory', multipart({ id, ...input }))),
    onSuccess: async (saved) => {
      const { queryKey } = positionsQuery
      // A list that was asked for before the save must not arrive after it.
      await client.cancelQueries({ queryKey })
      if (saved) client.setQueryData(queryKey, (list) => list && upsertInList(list, saved))
      // Some servers do not answer the record.
      else void client.invalidateQueries({ queryKey })
    },
  })
}

/** Deletes a position and reloads the list; also after a failure, which may mean that it is gone. */
export function useDeletePosition() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: Position['id']) =>
      unwrap(api.DELETE('/api/admin/subcategory/{id}', { params: { path: { id: String(id) } } })),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.positions })
    },
  })
}
