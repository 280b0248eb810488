import type { Steps } from '@rapport/core/users/index-users.ts'
import { useEffect, useMemo, useState } from 'react'
import { nextTask, SLICE_MS } from './pause.ts'

interface Work<Result> {
  done?: { result: Result }
  /** Why it cannot be done. */
  failed?: { error: unknown }
  /** Goes on for one slice. */
  advance: () => void
}

/**
 * The result of work that goes on between frames when it takes longer than one can wait. Until then it is that of the
 * work before, and `stale`. Hand in what begins it from `useMemo`; undefined for nothing to do. Throws what the work
 * throws, so that the error boundary shows it.
 */
export function useStepwise<Result>(start: (() => Steps<Result>) | undefined): {
  result: Result | undefined
  stale: boolean
} {
  const work = useMemo(() => start && begin(start()), [start])
  const [last, setLast] = useState<{ result: Result }>()
  const [, setFailed] = useState<Work<Result>>()
  if (work?.failed) throw work.failed.error
  const done = work?.done
  if (done && done !== last) setLast(done)

  useEffect(() => {
    if (!work || work.done) return undefined
    const stop = new AbortController()
    void (async () => {
      await nextTask()
      while (!stop.signal.aborted && !work.done && !work.failed) {
        work.advance()
        await nextTask()
      }
      if (stop.signal.aborted) return
      if (work.failed) setFailed(work)
      else setLast(work.done)
    })()
    return () => stop.abort()
  }, [work])
  const stale = work !== undefined && !work.done
  return { result: (work?.done ?? (stale ? last : undefined))?.result, stale }
}

/** Does work between frames until it is done; undefined when the signal says stop. Rejects with what the work throws. */
export async function finish<Result>(
  steps: Steps<Result>,
  signal: AbortSignal,
): Promise<{ result: Result } | undefined> {
  const work = begin(steps)
  while (!signal.aborted && !work.done && !work.failed) {
    await nextTask()
    work.advance()
  }
  if (work.failed) throw work.failed.error
  return work.done
}

function begin<Result>(steps: Steps<Result>): Work<Result> {
  const work: Work<Result> = {
    advance: () => {
      const end = performance.now() + SLICE_MS
      try {
        do {
          const { done, value } = steps.next()
          if (done) work.done = { result: value }
        } while (!work.done && performance.now() < end)
      } catch (error) {
        work.failed = { error }
      }
    },
  }
  work.advance()
  return work
}
