import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { createProgress } from '#ui/feedback/toast.ts'
import { client } from './api.ts'
import { withRetryAfter } from './with-retry-after.ts'

/** Restores deleted records in as many calls as the server needs. Rejects with an `ApiError`. */
export async function restoreRecords(body: Schemas['RestoreInput']): Promise<Omit<Schemas['Restored'], 'left'>> {
  const { signal } = new AbortController()
  let restored = 0
  const progress = createProgress()
  try {
    for (;;) {
      const response = await withRetryAfter(() => client.call('restoreTrash', { body }), signal)
      restored += response.restored
      if (response.left === 0 || response.restored === 0) return { restored, conflicts: response.conflicts }
      progress.show(`${restored} of ${restored + response.left} records restored…`)
    }
  } finally {
    progress.close()
  }
}

export function restoredMessage(restored: number, name = '1 record'): string {
  return restored === 1 ? `${name} was restored.` : `${restored} records were restored.`
}
