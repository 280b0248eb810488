import type { OperationInput, Schemas } from '@rapport/core/api/contract-types.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'

export type TrashItem = Schemas['TrashItem']
/** Records in the trash, which are deleted permanently. */
export const TRASH_ITEM = {
  noun: 'records',
  singular: 'record',
  operations: { list: 'listTrash', delete: 'purgeTrashItem' },
} as const

export type RestoreConflict = Schemas['RestoreConflict']
export type TrashQuery = OperationInput<'listTrash'>['query']

export const trashQuery = (query: TrashQuery) =>
  queryOptions({
    queryKey: queryKeys.trash(query),
    queryFn: ({ signal }) => client.call('listTrash', { query }, { signal }),
    placeholderData: keepPreviousData,
    // Deletions on other screens add records.
    staleTime: 0,
  })

/** Deletes a record in the trash permanently. Rejects with an `ApiError`, also if it is already gone. */
export async function purgeTrashItem(id: TrashItem['id'], query: { reason?: string }): Promise<void> {
  await client.call('purgeTrashItem', { params: { id: String(id) }, query })
}

/** Empties the trash permanently, in as many calls as the server needs. Rejects with an `ApiError`. */
export async function emptyTrash(query: { reason?: string }, onProgress: (purged: number) => void): Promise<number> {
  let purged = 0
  for (;;) {
    const response = await client.call('emptyTrash', { query })
    purged += response.purged
    onProgress(purged)
    if (response.left === 0 || response.purged === 0) return purged
  }
}
