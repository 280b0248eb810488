import { positions } from '@rapport/core/catalogue/positions.ts'
import type { PositionChangesInput } from '@rapport/core/entities/positions/position.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '#data/query-keys.ts'
import { deleteRecord, saveRecord, useDeleteRecord } from '#data/record-calls.ts'
import type { Save } from '#data/save-merged.ts'
import type { Deletion } from '#data/trash.ts'
import { upsertInList } from '#data/upsert-in-list.ts'

/** Saves a position and puts it into the list. */
export function useSavePosition() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (save: Save<PositionChangesInput>) => saveRecord(positions, save),
    onSuccess: (saved) => upsertInList(client, queryKeys.positions, saved),
  })
}

export const deletePosition = (deletion: Deletion) => deleteRecord(positions, deletion)

export const useDeletePosition = () => useDeleteRecord(positions, queryKeys.positions)
