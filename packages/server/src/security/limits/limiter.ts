import type { Db } from '#server/db/client.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { SECOND } from '#server/domain/time.ts'
import type { ServerKey } from '../server-key.ts'
import { ipBlock, customerBlock } from './ip-block.ts'
import { countHits, deleteExpiredCountsAndBlocks, deleteHits, decrementHits } from './limits.repo.ts'

/** A limit of `max` uses within `windowMs` from the first. */
export interface Limit {
  name: string
  max: number
  windowMs: number
}

export interface LimitUse {
  limit: Limit
  subject: readonly (string | number)[]
}

/** A counted use, with the number of hits in its window so far. */
export interface CountedUse extends LimitUse {
  key: string
  hits: number
  resetsAt: number
}

export type Limiter = ReturnType<typeof createLimiter>

/**
 * Creates limits in the database, which survive a restart and hold for all processes. Count before the work; otherwise parallel
 * attempts bypass the limit. Call everything but `sweep` in a transaction, and pass limits in the same order everywhere: their
 * rows are locked in that order, and with different orders two transactions could wait for each other.
 */
export function createLimiter({ key: serverKey, clock }: { key: ServerKey; clock: () => Date }) {
  /** How often each limit has refused a use in this process, by its name. */
  const hits = new Map<string, number>()
  const countHit = (limit: string) => void hits.set(limit, (hits.get(limit) ?? 0) + 1)
  const toKey = ({ limit, subject }: LimitUse) => serverKey.mac('limit', limit.name, ...subject)

  async function count(trx: Db, uses: readonly LimitUse[]): Promise<CountedUse[]> {
    const keyedUses = uses.map((use) => ({ ...use, key: toKey(use) }))
    const keys = keyedUses.map(({ key, limit }) => ({ key, windowMs: limit.windowMs }))
    const rows = new Map((await countHits(trx, keys, clock().getTime())).map((row) => [row.key, row]))
    return keyedUses.flatMap((use) => {
      const row = rows.get(use.key)
      return row ? [{ ...use, hits: row.hits, resetsAt: row.resets_at }] : []
    })
  }

  /** Throws `too_many_requests`; the transaction then rolls back, so that a refused use does not count. */
  async function consume(trx: Db, uses: readonly LimitUse[]): Promise<CountedUse[]> {
    const countedUses = await count(trx, uses)
    const usesOver = countedUses.filter(isOver)
    for (const { limit } of usesOver) countHit(limit.name)
    const resetTimes = usesOver.map(({ resetsAt }) => resetsAt)
    if (resetTimes.length > 0) throw tooManyRequestsError(Math.max(...resetTimes) - clock().getTime())
    return countedUses
  }

  async function undo(trx: Db, countedUses: readonly CountedUse[]): Promise<void> {
    for (const use of countedUses) await decrementHits(trx, use)
  }

  return {
    count,
    consume,
    undo,
    hits,
    countHit,
    reset: (trx: Db, use: LimitUse) => deleteHits(trx, toKey(use)),
    sweep: (db: Db) => deleteExpiredCountsAndBlocks(db, clock().getTime()),
  }
}

/** The limit of an IPv6 /48, as a multiple of an IP block's limit. */
const CUSTOMER_BLOCK_FACTOR = 4

/** Counts an IP address by its IP block and, for IPv6, by the /48 of its provider's customer. */
export function usesByIp(limit: Limit, ip: string): LimitUse[] {
  const [block, customer] = [ipBlock(ip), customerBlock(ip)]
  // The suffix must not change: stored digests were made with it, and a new one would reset every count.
  const byCustomer = { ...limit, name: `${limit.name} site`, max: limit.max * CUSTOMER_BLOCK_FACTOR }
  return [{ limit, subject: [block] }, ...(customer === block ? [] : [{ limit: byCustomer, subject: [customer] }])]
}

export function isOver({ hits, limit }: CountedUse): boolean {
  return hits > limit.max
}

export function tooManyRequestsError(waitMs: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / SECOND))
  return new DomainError('too_many_requests', 'Too many attempts.', { retryAfterSeconds })
}
