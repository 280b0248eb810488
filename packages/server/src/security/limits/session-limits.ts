import type { Database } from '#server/db/client.ts'
import type { Principal } from '#server/domain/principal.ts'
import { MINUTE, SECOND } from '#server/domain/time.ts'
import { type Limit, type Limiter, tooManyRequestsError } from './limiter.ts'

/** Limits of a signed-in admin; undefined for none. */
export interface SessionLimitOptions {
  requestsPer10Seconds: number | undefined
  uploadsPerMinute: number | undefined
}

interface SessionLimitDeps extends SessionLimitOptions {
  database: Database
  limiter: Limiter
  clock: () => Date
}

const WINDOW_MS = 10 * SECOND

/**
 * Limits the requests of each session and the uploads of each admin. Requests are counted in memory, per process: a
 * write would cost more than most requests do, and this stops a runaway client, not guessing.
 */
export function createSessionLimits({ database, limiter, clock, ...options }: SessionLimitDeps) {
  const { requestsPer10Seconds = Number.POSITIVE_INFINITY, uploadsPerMinute } = options
  const uploadLimit: Limit | undefined =
    uploadsPerMinute === undefined ? undefined : { name: 'upload', max: uploadsPerMinute, windowMs: MINUTE }
  const counts = new Map<string, number>()
  let resetsAt = 0

  /** Throws `too_many_requests`. */
  return async (caller: Principal, isUpload: boolean): Promise<void> => {
    const now = clock().getTime()
    // All sessions share one window, so that nothing needs sweeping; a clock that was set back begins a new one.
    if (now >= resetsAt || resetsAt - now > WINDOW_MS) {
      counts.clear()
      resetsAt = now + WINDOW_MS
    }
    const requests = (counts.get(caller.tokenHash) ?? 0) + 1
    counts.set(caller.tokenHash, requests)
    if (requests > requestsPer10Seconds) throw tooManyRequestsError(resetsAt - now)
    if (isUpload && uploadLimit) {
      await database.transaction((trx) => limiter.consume(trx, [{ limit: uploadLimit, subject: [caller.userId] }]))
    }
  }
}
