import { ApiError } from '@rapport/core/api/api-error.ts'
import { createChangeSaver } from '@rapport/core/catalogue/apply/save-changes.ts'
import type { ImageAccess } from '@rapport/core/catalogue/plan/compare-images.ts'
import { isPending, type PendingChange, groupIntoPhases } from '@rapport/core/catalogue/plan/plan.ts'
import type { Row } from '@rapport/core/catalogue/read/row.ts'
import { ChangeError } from '@rapport/core/client/merge-error.ts'
import pMap from 'p-map'
import { useCallback, useEffect, useRef, useState } from 'react'
import { client } from '#data/api.ts'
import { withRetryAfter } from '#data/with-retry-after.ts'
import { errorText } from '#ui/feedback/error-text.ts'
import type { ImportRow, RowResult, RowResults, RowState } from './plan/row-state.ts'

const CONCURRENCY = 4

const NO_RESULTS: RowResults = new Map()

const SENDABLE = new Set<RowState>(['create', 'update', 'failed', 'skipped'])

/** Returns the changes of valid rows that are not imported yet. */
export function pendingChanges(rows: readonly ImportRow[]): PendingChange[] {
  return rows.flatMap(({ change, state }) => (change && isPending(change) && SENDABLE.has(state) ? [change] : []))
}

/** Runs the changes of a plan, a few at a time and parents first, with a result per row. */
export function useImportRun(images: ImageAccess, onSettled: () => Promise<unknown>) {
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [results, setResults] = useState(NO_RESULTS)
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  const run = async (rows: readonly ImportRow[]): Promise<void> => {
    const { signal } = (controller.current = new AbortController())
    const saver = createChangeSaver(client, images)
    const originalRows = new Map(rows.map(({ correctedRow, originalRow }) => [correctedRow, originalRow]))
    const changes = pendingChanges(rows)
    const newResults = new Map(results)
    let doneCount = 0
    setProgress({ done: doneCount, total: changes.length })

    const save = async (change: PendingChange): Promise<RowResult> => {
      if (signal.aborted) return { status: 'skipped' }
      try {
        // Never aborts a sent change, because its outcome would be unknown.
        await withRetryAfter(() => saver.save(change, new AbortController().signal), signal)
        return {
          status: change.action === 'create' ? 'created' : 'updated',
          fields: change.differences.map(({ field }) => field),
        }
      } catch (error) {
        const { create, update } = change.entity.operations
        const operation = change.action === 'create' ? create : update
        return {
          status: 'failed',
          reason: error instanceof ChangeError ? error.message : errorText(operation, error),
          fieldErrors: error instanceof ApiError ? error.fields : {},
        }
      }
    }
    for (const phase of groupIntoPhases(changes)) {
      await pMap(
        phase,
        async (change) => {
          const originalRow = change.row && originalRows.get(change.row)
          const result = await save(change)
          if (originalRow) newResults.set(originalRow, result)
          doneCount += 1
          setProgress({ done: doneCount, total: changes.length })
        },
        { concurrency: CONCURRENCY },
      )
    }
    // Waits for the new plan, because the old one would show saved rows as changes.
    await onSettled()
    setResults(newResults)
    setProgress(undefined)
  }
  /** Clears the result of a corrected row. */
  const clearResult = useCallback((row: Row) => {
    setResults((before) => new Map([...before].filter(([sentRow]) => sentRow !== row)))
  }, [])
  return {
    clearResult,
    /** Undefined while no import is running. */
    progress,
    results,
    run,
    stop: () => controller.current?.abort(),
  }
}
