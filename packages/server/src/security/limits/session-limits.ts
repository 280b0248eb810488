import type { Database } from '#server/db/client.ts'
import type { Principal } from '#server/domain/principal.ts'
import { DAY, MINUTE, SECOND } from '#server/domain/time.ts'
import { type Limit, type Limiter, tooManyRequestsError } from './limiter.ts'

/** Limits of a signed-in admin; undefined for none. */
export interface SessionLimitOptions {
  requestsPer10Seconds: number | undefined
  uploadsPerMinute: number | undefined
  /** Of all API tokens of an admin together. */
  tokenWritesPerDay: number | undefined
}

interface SessionLimitDeps extends SessionLimitOptions {
  database: Database
  limiter: Limiter
  clock: () => Date
}

/**
 * Limits the requests of each session or API token, the writes of the API tokens of each admin, and the uploads of each admin.
 * Only uploads are counted in the database: a write would cost more than most requests do, and the others stop runaway clients,
 * not guessing.
 */
export function createSessionLimits({ database, limiter, clock, ...options }: SessionLimitDeps) {
  const { requestsPer10Seconds, uploadsPerMinute, tokenWritesPerDay } = options
  const uploadLimit: Limit | undefined =
    uploadsPerMinute === undefined ? undefined : { name: 'upload', max: uploadsPerMinute, windowMs: MINUTE }
  const countRequest = createWindow(requestsPer10Seconds, 10 * SECOND, clock, () =>
    limiter.countHit('session requests'),
  )
  const countTokenWrite = createWindow(tokenWritesPerDay, DAY, clock, () => limiter.countHit('token writes'))

  /** Throws `too_many_requests`. */
  function countTokenWrites({ userId, apiToken }: Principal, count: number): void {
    if (apiToken) countTokenWrite(String(userId), count)
  }

  /** Throws `too_many_requests`. */
  async function checkRequestRate(caller: Principal, kind: 'read' | 'write' | 'upload'): Promise<void> {
    const { tokenHash, userId } = caller
    countRequest(tokenHash)
    if (kind !== 'read') countTokenWrites(caller, 1)
    if (kind === 'upload' && uploadLimit) {
      await database.transaction((trx) => limiter.consume(trx, [{ limit: uploadLimit, subject: [userId] }]))
    }
  }

  return { checkRequestRate, countTokenWrites }
}

/**
 * Creates a function that counts a client's use in memory, and throws `too_many_requests`. All clients share one window, so that
 * nothing needs sweeping; a clock that was set back begins a new one.
 */
function createWindow(max: number | undefined, windowMs: number, clock: () => Date, onOver: () => void) {
  const counts = new Map<string, number>()
  let resetsAt = 0
  return (client: string, count = 1): void => {
    const now = clock().getTime()
    if (now >= resetsAt || resetsAt - now > windowMs) {
      counts.clear()
      resetsAt = now + windowMs
    }
    const uses = (counts.get(client) ?? 0) + count
    counts.set(client, uses)
    if (uses <= (max ?? Number.POSITIVE_INFINITY)) return
    onOver()
    throw tooManyRequestsError(resetsAt - now)
  }
}
