import { ApiError } from '@rapport/core/api/api-error.ts'
import { messageFor } from '@rapport/core/text/messages.ts'
import type { User } from '@rapport/core/users/user.ts'
import { useQueryClient } from '@tanstack/react-query'
import pMap from 'p-map'
import { useEffect, useRef, useState } from 'react'
import { queryKeys } from '#data/query-keys.ts'
import { deleteUser } from '#data/users-queries.ts'

const CONCURRENCY = 4
const LONGEST_WAIT_SECONDS = 60

export interface DeletionResult {
  user: User
  status: 'deleted' | 'failed' | 'skipped'
  /** Why it failed. */
  reason?: string
}

/** Deletes many users, a few at a time, with a result for each; reloads the lists of users at the end. */
export function useBulkDeletion() {
  const client = useQueryClient()
  const [progress, setProgress] = useState<number>()
  const [results, setResults] = useState<readonly DeletionResult[]>()
  const running = useRef<AbortController>(undefined)
  const stop = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])

  /** Deletes these users; those that a run before has deleted stay among the results. */
  const run = async (users: readonly User[]): Promise<readonly DeletionResult[]> => {
    const { signal } = (running.current = new AbortController())
    let done = 0
    setProgress(done)
    const next = await pMap(
      users,
      async (user) => {
        const result = await deleteOne(user, signal)
        done += 1
        setProgress(done)
        return result
      },
      { concurrency: CONCURRENCY },
    )
    const all = [...next, ...(results ?? []).filter(({ status }) => status === 'deleted')]
    setResults(all)
    setProgress(undefined)
    void client.invalidateQueries({ queryKey: queryKeys.users.all })
    return all
  }
  return {
    /** How many of this run are done; undefined when none is running. */
    progress,
    /** Of the last run; undefined before the first. */
    results,
    run,
    stop,
    reset: () => setResults(undefined),
  }
}

/** Deletes a user, as soon as a busy server lets it. */
async function deleteOne(user: User, stopped: AbortSignal): Promise<DeletionResult> {
  let result: DeletionResult = { user, status: 'skipped' }
  while (!stopped.aborted) {
    try {
      await deleteUser(user.id)
      return { user, status: 'deleted' }
    } catch (error) {
      const { status, retryAfterSeconds } = error instanceof ApiError ? error : {}
      // A user that is already gone counts as deleted.
      if (status === 404 || status === 410) return { user, status: 'deleted' }
      result = { user, status: 'failed', reason: messageFor('deleteUser', error) }
      if ((status !== 429 && status !== 503) || retryAfterSeconds === undefined) return result
      await pause(Math.min(Math.max(retryAfterSeconds, 1), LONGEST_WAIT_SECONDS), stopped)
    }
  }
  return result
}

/** Resolves after so many seconds, or when it is stopped. */
function pause(seconds: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stopped.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, seconds * 1000)
    stopped.addEventListener('abort', end)
    if (stopped.aborted) end()
  })
}
