import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { showProgress } from '#ui/feedback/toast.ts'
import { client } from './api.ts'
import { withRetryAfter } from './with-retry-after.ts'

/** Restores deleted records in as many calls as the server needs. Rejects with an `ApiError`. */
export async function restoreRecords(body: Schemas['RestoreInput']): Promise<Omit<Schemas['Restored'], 'left'>> {
  const { signal } = new AbortController()
  let restored = 0
  let progress: ReturnType<typeof showProgress> | undefined
  try {
    for (;;) {
      const response = await withRetryAfter(() => client.call('restoreTrash', { body }), signal)
      restored += response.restored
      if (response.left === 0 || response.restored === 0) return { restored, conflicts: response.conflicts }
      const message = `${restored} of ${restored + response.left} records restored…`
      if (progress) progress.update(message)
      else progress = showProgress(message)
    }
  } finally {
    progress?.close()
  }
}

export function restoredMessage(restored: number, name = '1 record'): string {
  return restored === 1 ? `${name} was restored.` : `${restored} records were restored.`
}
