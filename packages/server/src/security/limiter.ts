import type { Db } from '#server/db/client.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import type { ServerKey } from './server-key.ts'
import { type Count, countHits, deleteOverCounts, findReset, forgetHits, uncountHit } from './limits.repo.ts'

/** So many in so long, counted from the first of them. */
export interface Limit {
  name: string
  most: number
  windowMs: number
}

/** Something that counts against a limit, and its subject. */
export interface Use {
  limit: Limit
  subject: readonly (string | number)[]
}

/** One that has been counted; `isOver` when it was one too many. */
export interface Counted {
  use: Use
  count: Count
  isOver: boolean
}

export type Limiter = ReturnType<typeof limiter>

/**
 * Limits kept in the database: they outlive a restart and hold for all processes. Take first and do the work then, in
 * that order, or parallel tries would all come before the first has been counted.
 */
export function limiter({ key, clock }: { key: ServerKey; clock: () => Date }) {
  const keyOf = ({ limit, subject }: Use) => key.mac('limit', limit.name, ...subject)

  async function count(trx: Db, uses: readonly Use[]): Promise<Counted[]> {
    const used = new Map(uses.map((use) => [keyOf(use), use]))
    const keys = [...used].map(([name, { limit }]) => ({ key: name, windowMs: limit.windowMs }))
    const sorted = keys.toSorted(byKey)
    const counts = await countHits(trx, sorted, clock().getTime())
    return counts.flatMap((counted) => {
      const use = used.get(counted.key)
      return use ? [{ use, count: counted, isOver: counted.hits > use.limit.most }] : []
    })
  }

  /** The refusal of a client that must wait: thrown inside the transaction that has counted, it makes the try count for nothing. */
  function refusal(counted: readonly Counted[]): DomainError {
    const now = clock().getTime()
    const resets = counted.filter(({ isOver }) => isOver).map(({ count: { resets_at } }) => resets_at)
    return tooManyRequests(Math.max(...resets) - now)
  }

  /** Counts, or throws `too_many_requests`; to be called in a transaction. */
  async function take(trx: Db, uses: readonly Use[]): Promise<Counted[]> {
    const counted = await count(trx, uses)
    if (counted.some(({ isOver }) => isOver)) throw refusal(counted)
    return counted
  }

  /** Undoes what turned out not to count; to be called in a transaction. */
  async function giveBack(trx: Db, counted: readonly Counted[]): Promise<void> {
    const sorted = counted.map((one) => one.count).toSorted(byKey)
    for (const one of sorted) await uncountHit(trx, one)
  }

  return {
    count,
    refusal,
    take,
    giveBack,
    /** When a count is over, in epoch milliseconds; 0 when there is none. */
    resetsAt: (db: Db, use: Use) => findReset(db, keyOf(use), clock().getTime()),
    forget: (db: Db, use: Use) => forgetHits(db, keyOf(use)),
    /** Deletes what no longer counts. */
    sweep: (db: Db) => deleteOverCounts(db, clock().getTime()),
  }
}

/** Always in the same order, or two could wait for each other. */
function byKey(a: { key: string }, b: { key: string }): number {
  return a.key < b.key ? -1 : 1
}

const SECOND = 1000
const MINUTE = 60 * SECOND

/** The refusal of a client that may come back after so many milliseconds. */
export function tooManyRequests(waitMs: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / SECOND))
  const wait = waitMs <= MINUTE ? plural(retryAfterSeconds, 'second') : plural(Math.ceil(waitMs / MINUTE), 'minute')
  return new DomainError('too_many_requests', `Too many tries. Please wait ${wait} and try again.`, {
    retryAfterSeconds,
  })
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
