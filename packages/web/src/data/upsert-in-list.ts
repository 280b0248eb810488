import type { QueryClient } from '@tanstack/react-query'
import type { CountedList } from './hidden-records.ts'

interface Identified {
  id: string | number
}

/**
 * Updates a saved record in its cached list, or adds it at the top (specification, section 4). Reloads the list if the
 * server did not return the whole record.
 */
export async function upsertInList(
  client: QueryClient,
  queryKey: readonly unknown[],
  savedRecord: Identified | undefined,
): Promise<void> {
  if (savedRecord === undefined) return client.invalidateQueries({ queryKey })
  // A response to an earlier request must not overwrite the saved record.
  await client.cancelQueries({ queryKey })
  const isSameRecord = ({ id }: Identified) => String(id) === String(savedRecord.id)
  client.setQueryData<CountedList<Identified[]>>(queryKey, (cachedList) => {
    if (!cachedList) return undefined
    const { list } = cachedList
    const isNew = !list.some(isSameRecord)
    return {
      ...cachedList,
      list: isNew ? [savedRecord, ...list] : list.map((item) => (isSameRecord(item) ? savedRecord : item)),
    }
  })
}
