import type { Deviation } from '@rapport/core/api/read/deviation.ts'

/** A list, and the number of its records that are hidden because they have no id. */
export interface CountedList<List> {
  list: List
  hiddenCount: number
}

/** Reads a list, and counts the records without an id. */
export async function withHiddenCount<List>(
  read: (options: { onDeviation: (deviation: Deviation) => void }) => Promise<List>,
): Promise<CountedList<List>> {
  let hiddenCount = 0
  const list = await read({
    onDeviation({ field, records }) {
      if (field === 'id') hiddenCount = records
    },
  })
  return { list, hiddenCount }
}

export function hiddenRecordsMessage({ hiddenCount }: Pick<CountedList<unknown>, 'hiddenCount'>): string | undefined {
  if (hiddenCount === 0) return undefined
  return hiddenCount === 1
    ? '1 record without an id is not shown.'
    : `${hiddenCount} records without an id are not shown.`
}
