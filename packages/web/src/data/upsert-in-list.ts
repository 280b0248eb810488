import type { QueryClient } from '@tanstack/react-query'
import type { Listed } from './hidden-records.ts'

interface Identified {
  id: string | number
}

/**
 * Puts a saved record into its cached list: an edited one in its place, a new one first (specification, section 4). A
 * server may answer less than the record; then the list is read again.
 */
export async function upsertInList(
  client: QueryClient,
  queryKey: readonly unknown[],
  saved: Identified | undefined,
): Promise<void> {
  if (saved === undefined) return client.invalidateQueries({ queryKey })
  // A list that was requested before the save must not overwrite it.
  await client.cancelQueries({ queryKey })
  const isSaved = ({ id }: Identified) => String(id) === String(saved.id)
  client.setQueryData<Listed<Identified[]>>(queryKey, (listed) => {
    if (!listed) return undefined
    const { list } = listed
    const isNew = !list.some(isSaved)
    return { ...listed, list: isNew ? [saved, ...list] : list.map((item) => (isSaved(item) ? saved : item)) }
  })
}
