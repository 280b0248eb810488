import { createRecord } from '@rapport/core/client/records.ts'
import { type Edit, type Saved, saveRecord, type SaveOptions } from '@rapport/core/client/save-record.ts'
import type { EditableEntity, Entity, Form, ServerRecord } from '@rapport/core/entities/entity.ts'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { client } from './api.ts'
import type { CountedList } from './hidden-records.ts'
import { listKey } from './records.ts'

/** A new record, or an edit of one. */
type Save<Item, Input> =
  | { input: Input; edit?: undefined }
  | { edit: Edit<Item>; toValues: SaveOptions<Item>['toValues'] }

export interface SaveSettings {
  /** Whether to reload the list even if the response has the record. */
  mustReload?: boolean | undefined
  /** Entities whose records include names of this one. */
  alsoReload?: readonly Entity[] | undefined
}

/** Saves a record, merged with what others have saved, and updates its cached list. Rejects with `MergeError` or `ApiError`. */
export function useSaveRecord<Item extends ServerRecord, Input extends Form>(
  entity: EditableEntity<Item, Input>,
  { mustReload = false, alsoReload = [] }: SaveSettings = {},
) {
  const cache = useQueryClient()
  const queryKey = listKey(entity)
  return useMutation({
    async mutationFn(save: Save<Item, Input>): Promise<Pick<Saved<Item, Input>, 'saved' | 'input' | 'keptFields'>> {
      if (!save.edit)
        return { saved: await createRecord(client, entity, save.input), input: save.input, keptFields: [] }
      const { id } = save.edit.record
      return saveRecord(client, entity, save.edit, {
        ...(save.toValues && { toValues: save.toValues }),
        async read() {
          // Cancels a pending request, which may return an older list.
          await cache.refetchQueries({ queryKey, exact: true }, { throwOnError: true })
          return cache.getQueryData<CountedList<Item[]>>(queryKey)?.list.find((item) => String(item.id) === String(id))
        },
      })
    },
    async onSuccess({ saved }) {
      await upsertInList(cache, queryKey, mustReload ? undefined : saved)
      for (const other of alsoReload) void cache.invalidateQueries({ queryKey: listKey(other) })
    },
  })
}

/**
 * Updates a saved record in its cached list, or adds it at the top (specification, section 4). Reloads the list if the
 * server did not return the whole record.
 */
async function upsertInList(cache: QueryClient, queryKey: readonly unknown[], saved: ServerRecord | undefined) {
  if (saved === undefined) return cache.invalidateQueries({ queryKey })
  // A response to an earlier request must not overwrite the saved record.
  await cache.cancelQueries({ queryKey })
  const isSame = ({ id }: ServerRecord) => String(id) === String(saved.id)
  cache.setQueryData<CountedList<ServerRecord[]>>(queryKey, (cached) => {
    if (!cached) return undefined
    const { list } = cached
    return { ...cached, list: list.some(isSame) ? list.map((item) => (isSame(item) ? saved : item)) : [saved, ...list] }
  })
}
