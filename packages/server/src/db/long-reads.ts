import type { Kysely } from 'kysely'
import pLimit from 'p-limit'
import { createAdmission } from '#server/capacity/shared-capacity.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import type { Schema } from './schema.ts'

/** The admin who waits for a read, and a signal that aborts when the client disconnects. */
export interface WaitingClient {
  userId: number
  signal?: AbortSignal | undefined
}

/** Runs reads that may take long, a few at a time. */
export interface LongReads {
  db: Kysely<Schema>
  /**
   * Throws `unavailable` when too many reads wait or the client disconnected before its turn, and `too_many_requests` when this
   * admin has too many pending.
   */
  run: <T>(read: (db: Kysely<Schema>) => Promise<T>, reader: WaitingClient) => Promise<T>
  /** Continues a read that has started; it waits for its turn but is never refused. */
  runNext: <T>(read: () => Promise<T>) => Promise<T>
  waiting: () => number
  /** How many reads have been refused since the start. */
  refused: () => number
}

/** Concurrent reads: PostgreSQL has ten connections, and each SQLite thread runs one at a time. */
export const MAX_READS = 4
export const MAX_WAITING = 32
/** More than the reads that one screen starts. */
const MAX_PER_ADMIN = 12
const BUSY_MESSAGE = 'Too many lists at once.'

export function createLongReads(db: Kysely<Schema>): LongReads {
  const limit = pLimit(MAX_READS)
  let refused = 0
  // Counts whole reads: the later chunks of a list take no place from others.
  const admit = createAdmission({
    total: MAX_READS + MAX_WAITING,
    perClient: MAX_PER_ADMIN,
    message: BUSY_MESSAGE,
    onRefused: () => (refused += 1),
  })
  return {
    db,
    runNext: limit,
    waiting: () => limit.pendingCount,
    refused: () => refused,
    run: (read, { userId, signal }) =>
      admit(String(userId), () =>
        limit(() => {
          if (signal?.aborted) throw new DomainError('unavailable', BUSY_MESSAGE)
          return read(db)
        }),
      ),
  }
}
