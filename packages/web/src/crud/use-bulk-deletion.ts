import { isNotFound } from '@rapport/core/api/api-error.ts'
import type { MessageKey } from '@rapport/core/api/error-messages.ts'
import pMap from 'p-map'
import { useEffect, useRef, useState } from 'react'
import { withRetryAfter } from '#data/with-retry-after.ts'
import { errorText } from '#ui/feedback/error-text.ts'

const CONCURRENCY = 4

export interface DeletionResult<Item> {
  record: Item
  status: 'deleted' | 'failed' | 'skipped'
  /** Error message of a failure. */
  reason?: string
}

interface Options<Item> {
  deleteRecord: (record: Item) => Promise<void>
  operation: MessageKey
  /** Called after a run, to reload the list. */
  onSettled: () => void
}

/** Deletes records, a few at a time, with a result for each. */
export function useBulkDeletion<Item>({ deleteRecord, operation, onSettled }: Options<Item>) {
  const [progress, setProgress] = useState<number>()
  const [results, setResults] = useState<readonly DeletionResult<Item>[]>()
  const controller = useRef<AbortController>(undefined)
  const stop = () => controller.current?.abort()
  useEffect(() => () => controller.current?.abort(), [])

  /** Deletes a record, and waits if a busy server asks for it. */
  const deleteOne = async (record: Item, signal: AbortSignal): Promise<DeletionResult<Item>> => {
    if (signal.aborted) return { record, status: 'skipped' }
    try {
      await withRetryAfter(() => deleteRecord(record), signal)
      return { record, status: 'deleted' }
    } catch (error) {
      if (isNotFound(error)) return { record, status: 'deleted' }
      return { record, status: 'failed', reason: errorText(operation, error) }
    }
  }
  /** Deletes records, and keeps the results of records that an earlier run deleted. */
  const run = async (records: readonly Item[]): Promise<readonly DeletionResult<Item>[]> => {
    const { signal } = (controller.current = new AbortController())
    let doneCount = 0
    setProgress(doneCount)
    const newResults = await pMap(
      records,
      async (record) => {
        const result = await deleteOne(record, signal)
        doneCount += 1
        setProgress(doneCount)
        return result
      },
      { concurrency: CONCURRENCY },
    )
    const allResults = [...newResults, ...(results ?? []).filter(({ status }) => status === 'deleted')]
    setResults(allResults)
    setProgress(undefined)
    onSettled()
    return allResults
  }
  return {
    /** Number of records done; undefined if no run is active. */
    progress,
    /** Results of the last run; undefined before the first. */
    results,
    run,
    stop,
    reset: () => setResults(undefined),
  }
}
