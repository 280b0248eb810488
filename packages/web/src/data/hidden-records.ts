import type { Deviation } from '@rapport/core/api/read/deviation.ts'

/** A list, and the number of records without an id, which cannot be shown, edited or deleted. */
export interface Listed<List> {
  list: List
  hidden: number
}

/** Reads a list, and counts the records without an id. */
export async function withHidden<List>(
  read: (options: { onDeviation: (deviation: Deviation) => void }) => Promise<List>,
): Promise<Listed<List>> {
  let hidden = 0
  const list = await read({
    onDeviation({ field, records }) {
      if (field === 'id') hidden = records
    },
  })
  return { list, hidden }
}

export function hiddenText({ hidden }: Pick<Listed<unknown>, 'hidden'>): string | undefined {
  if (hidden === 0) return undefined
  return hidden === 1 ? '1 record without an id is not shown.' : `${hidden} records without an id are not shown.`
}
