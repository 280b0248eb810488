import type { Kysely } from 'kysely'
import pLimit from 'p-limit'
import { DomainError } from '#server/domain/domain-error.ts'
import type { Schema } from './schema.ts'

/** Runs reads that may take long, a few at a time. */
export interface LongReads {
  db: Kysely<Schema>
  /** Throws `unavailable` when too many reads wait, or when the client left before its turn. */
  start: <T>(read: (db: Kysely<Schema>) => Promise<T>, signal?: AbortSignal) => Promise<T>
  /** Continues a read that has started; it waits for its turn but is never refused. */
  resume: <T>(read: () => Promise<T>) => Promise<T>
}

/** Concurrent reads: PostgreSQL has ten connections, and each SQLite thread runs one at a time. */
const MAX_READS = 4
const MAX_WAITING = 32

export function longReads(db: Kysely<Schema>): LongReads {
  const limit = pLimit(MAX_READS)
  return {
    db,
    resume: limit,
    async start(read, signal) {
      const text = 'Too many lists are being read. Please try again in a moment.'
      if (limit.pendingCount < MAX_WAITING) {
        return limit(() => {
          if (signal?.aborted) throw new DomainError('unavailable', text)
          return read(db)
        })
      }
      throw new DomainError('unavailable', text, { retryAfterSeconds: 1 })
    },
  }
}
