import { deleteExisting, listRecords } from '@rapport/core/client/records.ts'
import type { Entity, Id } from '@rapport/core/entities/entity.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { client } from './api.ts'
import { withHiddenCount } from './hidden-records.ts'

/** The key of the cached list of an entity's records. */
export const listKey = ({ noun }: Pick<Entity, 'noun'>) => [noun]

/** All records of an entity, with the number of those that are hidden. */
export const recordsQuery = <Item>(entity: Entity<Item>) =>
  queryOptions({
    queryKey: listKey(entity),
    queryFn: ({ signal }) => withHiddenCount((options) => listRecords(client, entity, { ...options, signal })),
    select: ({ list }) => list,
  })

/** Deletes a record; `batch` only on a server with a trash. Rejects with an `ApiError`, also if it is already gone. */
export function deleteRecord(entity: Pick<Entity, 'operations'>, id: Id, batch: string | undefined): Promise<void> {
  return deleteExisting(client, entity, id, batch === undefined ? {} : { query: { batch } })
}

/** Returns a function that reloads lists. */
export function useReload(entities: readonly Pick<Entity, 'noun'>[]) {
  const cache = useQueryClient()
  return () => {
    for (const entity of entities) void cache.invalidateQueries({ queryKey: listKey(entity) })
  }
}
