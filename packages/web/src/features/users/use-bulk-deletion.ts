import { ApiError } from '@rapport/core/api/api-error.ts'
import { messageFor } from '@rapport/core/messages.ts'
import type { User } from '@rapport/core/users/user.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { pause } from '#lib/pause.ts'
import { queryKeys } from '#lib/query-keys.ts'
import { runBounded } from '#lib/run-bounded.ts'
import { readToken } from '#lib/session.ts'
import { deleteUser } from '#lib/users-queries.ts'

const AT_A_TIME = 4
const MAX_WAITS = 5
const MAX_WAIT_S = 60

/** What became of a user: undefined reason means deleted. */
export interface Outcome {
  user: User
  /** Why the user is still there. */
  reason?: string
}

/** By the user's id. */
export type Outcomes = Map<User['id'], Outcome>

interface Run {
  /** Grows in place: copying it for every user would take longer than deleting them. */
  outcomes: Outcomes
  running: boolean
  /** How many are deleted. */
  gone: number
}

interface Options {
  /** Told who is gone, as soon as that is known. */
  onDeleted: (users: readonly User[]) => void
  /** Told as soon as the session is known to have ended; calls that were under way may hang. */
  onEnding: (outcomes: Outcomes) => void
  /** Told when the session has ended before all were deleted, and no call is under way. */
  onSignedOut: (outcomes: Outcomes) => void
}

/** Deletes many users, a few at a time, and remembers what became of each; the lists are loaded again at the end. */
export function useBulkDeletion(users: readonly User[], { onDeleted, onEnding, onSignedOut }: Options) {
  const client = useQueryClient()
  const [run, setRun] = useState<Run>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  /** Answers how many are left. */
  const start = async (): Promise<number> => {
    const outcomes: Outcomes = run?.outcomes ?? new Map()
    const left = users.filter(({ id }) => !isGone(outcomes.get(id)))
    for (const { id } of left) outcomes.delete(id)
    let gone = outcomes.size
    let signedOut = false
    const { signal } = (controller.current = new AbortController())
    setRun({ outcomes, running: true, gone })
    await runBounded(left, AT_A_TIME, signal, async (user) => {
      const failure = await attempt(user, signal)
      if (failure instanceof ApiError && (failure.status === 401 || failure.kind === 'no_token')) {
        // It says nothing of this user, and no other call would do better.
        if (!signedOut) onEnding(outcomes)
        signedOut = true
        controller.current?.abort()
        return
      }
      outcomes.set(user.id, { user, ...(failure !== undefined && { reason: messageFor('deleteUser', failure) }) })
      if (failure === undefined) gone += 1
      setRun({ outcomes, running: true, gone })
    })
    // Another tab may have ended the session while all were waiting.
    signedOut ||= readToken() === null && gone < users.length
    setRun({ outcomes, running: false, gone })
    onDeleted([...outcomes.values()].filter(isGone).map(({ user }) => user))
    if (signedOut) onSignedOut(outcomes)
    else void client.invalidateQueries({ queryKey: queryKeys.users.all })
    return users.length - gone
  }
  return {
    /** Undefined until it begins. */
    outcomes: run?.outcomes,
    running: run?.running ?? false,
    /** How many are left, whether they failed or were not tried. */
    remaining: users.length - (run?.gone ?? 0),
    /** Deletes whoever is left. */
    start,
    stop: () => controller.current?.abort(),
    reset: () => setRun(undefined),
    /** Goes on from what became of them before. */
    restore: (outcomes: Outcomes) =>
      setRun({ outcomes, running: false, gone: [...outcomes.values()].filter(isGone).length }),
  }
}

/** Whether the user was deleted. */
export function isGone(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && outcome.reason === undefined
}

/** Why the user could not be deleted; undefined when the user is gone, also when somebody else was faster. */
async function attempt(user: User, signal: AbortSignal): Promise<unknown> {
  for (let waits = 0; ; waits += 1) {
    try {
      await deleteUser(user.id)
      return undefined
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined
      if (waits === MAX_WAITS || !(await waitedFor(error, signal))) return error
    }
  }
}

/** A server that asks for patience gets it, and is then asked again. */
async function waitedFor(error: unknown, signal: AbortSignal): Promise<boolean> {
  if (!(error instanceof ApiError) || error.status !== 429) return false
  const seconds = error.retryAfterSeconds ?? MAX_WAIT_S
  if (seconds > MAX_WAIT_S) return false
  return pause(seconds * 1000, signal)
}
