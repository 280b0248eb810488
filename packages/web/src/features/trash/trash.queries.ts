import type { OperationInput, Schemas } from '@rapport/core/api/contract-types.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '#data/api.ts'
import { queryKeys } from '#data/query-keys.ts'

export type TrashItem = Schemas['TrashItem']
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
