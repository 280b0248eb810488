import { withoutRetry } from '@rapport/core/api/with-retry.ts'
import type { CallDeps, EditableEntity, Form } from '@rapport/core/entities/entity.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import type { Save } from './save-form-merged.ts'
import type { DeleteVariables } from './trash.ts'
import { upsertInList } from './upsert-in-list.ts'

/** Unlike the tool, the console neither retries nor cancels these calls. */
const deps: CallDeps = { api, withRetry: withoutRetry, signal: new AbortController().signal }

/** Creates a record, or updates `target`. Rejects with an `ApiError`. */
export function saveRecord<Item, Sent extends Form>(entity: EditableEntity<Item, Sent>, { input, target }: Save<Sent>) {
  return entity.save(input, target?.id, deps, target?.version)
}

interface SaveOptions {
  /** Whether to reload the list even if the response has the record. */
  mustReload?: boolean
}

/** Saves a record and updates its cached list. */
export function useSaveRecord<Item extends { id: string | number }, Sent extends Form>(
  entity: EditableEntity<Item, Sent>,
  queryKey: readonly unknown[],
  { mustReload = false }: SaveOptions = {},
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (save: Save<Sent>) => saveRecord(entity, save),
    onSuccess: (saved) => upsertInList(client, queryKey, mustReload ? undefined : saved),
  })
}

/** Deletes a record. Rejects with an `ApiError`. */
export async function deleteRecord<Item, Sent>(
  entity: EditableEntity<Item, Sent>,
  { id, batch }: DeleteVariables,
): Promise<void> {
  await entity.delete.send(String(id), deps, batch === undefined ? {} : { batch })
}

/** Deletes a record and reloads the list, even after a failure, because the record may be gone. */
export function useDeleteRecord<Item, Sent>(entity: EditableEntity<Item, Sent>, queryKey: readonly unknown[]) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (deletion: DeleteVariables) => deleteRecord(entity, deletion),
    onSettled: () => {
      void client.invalidateQueries({ queryKey })
    },
  })
}
