interface Identified {
  id: string | number
}

/** A list with a saved record: an edited one in its place, a new one first (specification, section 4). */
export function upsertInList<Item extends Identified>(list: readonly Item[], saved: Item): Item[] {
  const isSaved = ({ id }: Item) => String(id) === String(saved.id)
  return list.some(isSaved) ? list.map((item) => (isSaved(item) ? saved : item)) : [saved, ...list]
}
