import { isNotFound } from '@rapport/core/api/api-error.ts'
import { trackLostResponse } from '@rapport/core/api/with-retry.ts'
import type { CallDeps, DeleteOperation, DeleteQuery } from '@rapport/core/entities/entity.ts'

/** Deletes one record, with retries. Returns `absent` if it was already gone. */
export async function deleteOne(
  id: string,
  deps: CallDeps,
  deletion: DeleteOperation,
  query: DeleteQuery = {},
  version?: number,
): Promise<'done' | 'absent'> {
  const { withRetry, isResponseLost } = trackLostResponse(deps.withRetry)
  try {
    await withRetry(deletion.operation, () => deletion.send(id, deps, query, version))
    return 'done'
  } catch (error) {
    if (!isNotFound(error)) throw error
    // An attempt whose response was lost may have deleted it.
    return isResponseLost() ? 'done' : 'absent'
  }
}
