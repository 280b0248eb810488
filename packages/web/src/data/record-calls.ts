import type { CallDeps, EditableEntity, Form } from '@rapport/core/entities/entity.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import type { Save } from './save-merged.ts'
import type { Deletion } from './trash.ts'
import { upsertInList } from './upsert-in-list.ts'

/** The calls of the catalogue are those of the tool, which repeats and ends some; the console does neither. */
const deps: CallDeps = { api, call: (_operation, send) => send(), signal: new AbortController().signal }

/** Saves a record, a new one without a target; rejects with an `ApiError`. */
export function saveRecord<Row, Sent extends Form>(entity: EditableEntity<Row, Sent>, { input, target }: Save<Sent>) {
  return entity.save(input, target?.id, deps, target?.version)
}

interface SaveOptions {
  /** The list is read again, whatever the answer. */
  reload?: boolean
}

/** Saves a record and puts it into its list. */
export function useSaveRecord<Row extends { id: string | number }, Sent extends Form>(
  entity: EditableEntity<Row, Sent>,
  queryKey: readonly unknown[],
  { reload = false }: SaveOptions = {},
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (save: Save<Sent>) => saveRecord(entity, save),
    onSuccess: (saved) => upsertInList(client, queryKey, reload ? undefined : saved),
  })
}

/** Deletes a record; rejects with an `ApiError`. */
export async function deleteRecord<Row, Sent>(
  entity: EditableEntity<Row, Sent>,
  { id, batch }: Deletion,
): Promise<void> {
  await entity.delete.send(String(id), deps, batch === undefined ? {} : { batch })
}

/** Deletes a record and reloads the list; also after a failure, which may mean that it is gone. */
export function useDeleteRecord<Row, Sent>(entity: EditableEntity<Row, Sent>, queryKey: readonly unknown[]) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (deletion: Deletion) => deleteRecord(entity, deletion),
    onSettled: () => {
      void client.invalidateQueries({ queryKey })
    },
  })
}
