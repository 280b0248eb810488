import type { MessageKey } from '@rapport/core/api/error-messages.ts'
import pMap from 'p-map'
import { withRetryAfter } from '#data/with-retry-after.ts'
import { errorText } from '#ui/feedback/error-text.ts'

export const CONCURRENCY = 4

export interface BulkResult<Item> {
  record: Item
  status: 'done' | 'failed' | 'skipped'
  /** Error message of a failure. */
  reason?: string
}

export interface BulkChange<Item> {
  perform: (record: Item) => Promise<void>
  operation: MessageKey
  /** Number of records at a time. */
  concurrency?: number
}

/** Changes records, a few at a time, with a result for each. Waits if a busy server asks for it. */
export function changeAll<Item>(
  records: readonly Item[],
  { perform, operation, concurrency = CONCURRENCY }: BulkChange<Item>,
  signal: AbortSignal,
  onProgress: (doneCount: number) => unknown,
): Promise<BulkResult<Item>[]> {
  let doneCount = 0
  const changeOne = async (record: Item): Promise<BulkResult<Item>> => {
    if (signal.aborted) return { record, status: 'skipped' }
    try {
      await withRetryAfter(() => perform(record), signal)
      return { record, status: 'done' }
    } catch (error) {
      return { record, status: 'failed', reason: errorText(operation, error) }
    } finally {
      onProgress((doneCount += 1))
    }
  }
  return pMap(records, changeOne, { concurrency })
}
