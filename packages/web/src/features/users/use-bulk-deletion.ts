import { ApiError } from '@rapport/core/api/api-error.ts'
import { messageFor } from '@rapport/core/messages.ts'
import type { User } from '@rapport/core/users/user.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { pause } from '#lib/pause.ts'
import { queryKeys } from '#lib/query-keys.ts'
import { runBounded } from '#lib/run-bounded.ts'
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

interface Run {
  /** Grows in place: copying it for every user would take longer than deleting them. */
  outcomes: Map<User['id'], Outcome>
  running: boolean
  /** How many are deleted. */
  gone: number
}

/** Deletes many users, a few at a time, and remembers what became of each; the lists are loaded again at the end. */
export function useBulkDeletion(users: readonly User[], onDeleted: (users: readonly User[]) => void) {
  const client = useQueryClient()
  const [run, setRun] = useState<Run>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  const start = async () => {
    const outcomes = run?.outcomes ?? new Map<User['id'], Outcome>()
    const left = users.filter(({ id }) => !isGone(outcomes.get(id)))
    for (const { id } of left) outcomes.delete(id)
    let gone = outcomes.size
    const { signal } = (controller.current = new AbortController())
    setRun({ outcomes, running: true, gone })
    await runBounded(left, AT_A_TIME, signal, async (user) => {
      const reason = await attempt(user, signal)
      outcomes.set(user.id, { user, ...(reason !== undefined && { reason }) })
      if (reason === undefined) gone += 1
      setRun({ outcomes, running: true, gone })
    })
    setRun({ outcomes, running: false, gone })
    onDeleted([...outcomes.values()].filter(isGone).map(({ user }) => user))
    await client.invalidateQueries({ queryKey: queryKeys.users.all })
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
  }
}

function isGone(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && outcome.reason === undefined
}

/** Why the user could not be deleted; undefined when the user is gone, also when somebody else was faster. */
async function attempt(user: User, signal: AbortSignal): Promise<string | undefined> {
  for (let waits = 0; ; waits += 1) {
    try {
      await deleteUser(user.id)
      return undefined
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined
      if (waits === MAX_WAITS || !(await waitedFor(error, signal))) return messageFor('deleteUser', error)
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
