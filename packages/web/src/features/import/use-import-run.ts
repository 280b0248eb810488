import { changeSaver } from '@rapport/core/catalogue/apply/save-changes.ts'
import { ChangeError } from '@rapport/core/merge/change-error.ts'
import type { ImageAccess } from '@rapport/core/catalogue/plan/compare-images.ts'
import { isPending, type PendingChange, phasesOf } from '@rapport/core/catalogue/plan/plan.ts'
import type { Row } from '@rapport/core/catalogue/read/row.ts'
import { messageFor } from '@rapport/core/api/error-messages.ts'
import pMap from 'p-map'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '#data/api.ts'
import { hasExtension, useExtensions } from '#data/extensions.ts'
import { withRetryAfter } from '#data/with-retry-after.ts'
import type { Line } from './import-plan.ts'
import { type RowResult, type RowResults, type RowState, stateOf } from './row-state.ts'

const CONCURRENCY = 4

const NO_RESULTS: RowResults = new Map()

const SENDABLE = new Set<RowState>(['create', 'update', 'failed', 'skipped'])
const REJECTED = new Set<RowState>(['problem', 'failed', 'skipped'])

/** Returns changes still to send: of valid rows not yet imported. */
export function pendingOf(lines: readonly Line[], results: RowResults): PendingChange[] {
  return lines.flatMap((line) =>
    line.group !== 'problem' && line.change && isPending(line.change) && SENDABLE.has(stateOf(line, results))
      ? [line.change]
      : [],
  )
}

/** Returns rows that were not imported: invalid, refused or skipped. */
export function rejectedLines(lines: readonly Line[], results: RowResults): Line[] {
  return lines.filter((line) => REJECTED.has(stateOf(line, results)))
}

/** Runs the changes of a plan, a few at a time and parents first, with a result per row. */
export function useImportRun(images: ImageAccess, onSettled: () => Promise<unknown>) {
  const hasVersions = hasExtension(useExtensions(), 'versions')
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [results, setResults] = useState(NO_RESULTS)
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  const run = async (lines: readonly Line[]): Promise<void> => {
    const { signal } = (controller.current = new AbortController())
    const saver = changeSaver({
      api,
      call: (_operation, send) => send(),
      debug: () => undefined,
      hasVersions,
      ...images,
    })
    const bases = new Map(lines.map(({ row, base }) => [row, base]))
    const changes = pendingOf(lines, results)
    const found = new Map(results)
    let done = 0
    setProgress({ done, total: changes.length })

    const save = async (change: PendingChange): Promise<RowResult> => {
      if (signal.aborted) return { status: 'skipped' }
      try {
        // Sent changes are not aborted, since their outcome would be unknown.
        await withRetryAfter(() => saver.save(change, new AbortController().signal), signal)
        return {
          status: change.action === 'create' ? 'created' : 'updated',
          fields: change.differences.map(({ field }) => field),
        }
      } catch (error) {
        const { create, update } = change.entity.operations
        const operation = change.action === 'create' ? create : update
        return { status: 'failed', reason: error instanceof ChangeError ? error.message : messageFor(operation, error) }
      }
    }
    for (const phase of phasesOf(changes)) {
      await pMap(
        phase,
        async (change) => {
          const base = change.row && bases.get(change.row)
          const result = await save(change)
          if (base) found.set(base, result)
          done += 1
          setProgress({ done, total: changes.length })
        },
        { concurrency: CONCURRENCY },
      )
    }
    // Plans again before showing results, since applied changes no longer count.
    await onSettled()
    setResults(found)
    setProgress(undefined)
  }
  /** Clears the result of a corrected row. */
  const forget = useCallback((row: Row) => {
    setResults((before) => {
      const left = new Map(before)
      left.delete(row)
      return left
    })
  }, [])
  return {
    forget,
    /** Undefined while no import is running. */
    progress,
    results,
    run,
    stop: () => controller.current?.abort(),
  }
}
