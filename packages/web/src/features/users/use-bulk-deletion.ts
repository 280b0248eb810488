import { ApiError } from '@rapport/core/api/api-error.ts'
import { messageFor } from '@rapport/core/text/messages.ts'
import type { User } from '@rapport/core/users/user.ts'
import { useQueryClient } from '@tanstack/react-query'
import pMap from 'p-map'
import { useEffect, useRef, useState } from 'react'
import { queryKeys } from '#data/query-keys.ts'
import { deleteUser } from '#data/users-queries.ts'

const CONCURRENCY = 4

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
  const stopped = useRef(false)
  const stop = () => {
    stopped.current = true
  }
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )

  const deleteOne = async (user: User): Promise<DeletionResult> => {
    if (stopped.current) return { user, status: 'skipped' }
    try {
      await deleteUser(user.id)
    } catch (error) {
      const status = error instanceof ApiError ? error.status : undefined
      // A user that is already gone counts as deleted.
      if (status !== 404 && status !== 410) return { user, status: 'failed', reason: messageFor('deleteUser', error) }
    }
    return { user, status: 'deleted' }
  }
  /** Deletes these users; those that a run before has deleted stay among the results. */
  const run = async (users: readonly User[]): Promise<readonly DeletionResult[]> => {
    stopped.current = false
    let done = 0
    setProgress(done)
    const next = await pMap(
      users,
      async (user) => {
        const result = await deleteOne(user)
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
