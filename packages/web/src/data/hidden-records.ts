import type { OperationId } from '@rapport/core/api/operations.ts'
import type { Deviation } from '@rapport/core/api/read/deviation.ts'
import { useSyncExternalStore } from 'react'

const counts = new Map<OperationId, number>()
const listeners = new Set<() => void>()

/** Notes that a list has records without an id, which cannot be shown, edited or deleted. */
export function noteHiddenRecords({ operation, field, records }: Deviation): void {
  if (field !== 'id') return
  counts.set(operation, records)
  for (const listener of listeners) listener()
}

/** Says how many records of a list are not shown; undefined for none. */
export function useHiddenRecords(operation: OperationId): string | undefined {
  const count = useSyncExternalStore(subscribe, () => counts.get(operation))
  if (count === undefined) return undefined
  return count === 1 ? '1 record without an id is not shown.' : `${count} records without an id are not shown.`
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
