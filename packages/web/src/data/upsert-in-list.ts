import type { QueryClient } from '@tanstack/react-query'
import type { Listed } from './hidden-records.ts'

interface Identified {
  id: string | number
}

/**
 * Updates a saved record in its cached list, or adds it at the top (specification, section 4). Reloads the list if the
 * server returned less than the record.
 */
export async function upsertInList(
  client: QueryClient,
  queryKey: readonly unknown[],
  saved: Identified | undefined,
): Promise<void> {
  if (saved === undefined) return client.invalidateQueries({ queryKey })
  // A list requested before the save must not overwrite it.
  await client.cancelQueries({ queryKey })
  const isSaved = ({ id }: Identified) => String(id) === String(saved.id)
  client.setQueryData<Listed<Identified[]>>(queryKey, (listed) => {
    if (!listed) return undefined
    const { list } = listed
    const isNew = !list.some(isSaved)
    return { ...listed, list: isNew ? [saved, ...list] : list.map((item) => (isSaved(item) ? saved : item)) }
  })
}
