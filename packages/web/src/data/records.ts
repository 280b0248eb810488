import { deleteExisting, listRecords } from '@rapport/core/client/records.ts'
import type { Entity } from '@rapport/core/entities/entity.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from './api.ts'
import { withHiddenCount } from './hidden-records.ts'
import type { DeleteVariables } from './trash.ts'

/** The key of the cached list of an entity's records. */
export const listKey = ({ noun }: Pick<Entity, 'noun'>) => [noun]

/** All records of an entity, with the number of those that are hidden. */
export const recordsQuery = <Item>(entity: Entity<Item>) =>
  queryOptions({
    queryKey: listKey(entity),
    queryFn: ({ signal }) => withHiddenCount((options) => listRecords(client, entity, { ...options, signal })),
    select: ({ list }) => list,
  })

/** Deletes a record. Rejects with an `ApiError`, also if it is already gone. */
export function deleteRecord(entity: Pick<Entity, 'operations'>, { id, batch }: DeleteVariables): Promise<void> {
  return deleteExisting(client, entity, id, batch === undefined ? {} : { query: { batch } })
}

/** Deletes a record and reloads the list, even after a failure, because the record may be gone. */
export function useDeleteRecord(entity: Pick<Entity, 'operations' | 'noun'>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (deletion: DeleteVariables) => deleteRecord(entity, deletion),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: listKey(entity) })
    },
  })
}
