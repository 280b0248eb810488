import { DAY, MINUTE, SECOND } from '#server/domain/time.ts'
import { ipBlock, customerBlock } from '#server/security/limits/ip-block.ts'
import { KNOWN_BLOCK_MS, type SignInSource } from '#server/security/limits/known-blocks.ts'
import { type CountedUse, isOver, type Limit, usesByIp } from '#server/security/limits/limiter.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'

const PER_IP: Limit = { name: 'login ip', max: 20, windowMs: 5 * MINUTE }
const PER_ACCOUNT_AND_BLOCK: Limit = { name: 'login account ip', max: 5, windowMs: 15 * MINUTE }
/** Counts all unknown IP blocks together. */
const PER_ACCOUNT: Limit = { name: 'login account', max: 50, windowMs: DAY }
/** Counts consecutive failures, since a success resets it. */
const PER_KNOWN_BLOCK: Limit = { name: 'login known ip', max: 100, windowMs: KNOWN_BLOCK_MS }
/** Applies once PER_ACCOUNT or PER_KNOWN_BLOCK is used up. */
const THROTTLED: Limit = { name: 'login slow', max: 1, windowMs: 30 * SECOND }
/**
 * Applies instead to the first attempt of the day from a customer block, if its IP block is unknown, so that a few strangers
 * cannot keep the owner out.
 */
const THROTTLED_FIRST_ATTEMPT: Limit = { name: 'login slow first', max: 1, windowMs: 30 * SECOND }
/** Counted per customer block. */
const FIRST_ATTEMPT: Limit = { name: 'login first', max: 1, windowMs: DAY }

/** Limits that a success resets for its account and IP block. */
export const PASSWORD_LIMITS_TO_RESET = [PER_ACCOUNT_AND_BLOCK, PER_KNOWN_BLOCK]

export interface PasswordAttempt extends SignInSource {
  kind: 'password'
  countedUses: readonly CountedUse[]
  /** Whether this is the last attempt of a known IP block before it is slowed down. */
  isLastBeforeSlowdown: boolean
}

/** Limits wrong passwords per IP block, per account and IP block, and per account. */
export function createPasswordLimits({ database: { transaction }, limiter, blocks }: ServiceDeps) {
  /** Counts the attempt as failed until it succeeds. Throws `too_many_requests` without counting. */
  async function countPasswordAttempt(emailKey: string, ip: string, passwordHash: string): Promise<PasswordAttempt> {
    const source = { emailKey, block: ipBlock(ip), passwordHash }
    return transaction(async (trx) => {
      const isKnown = await blocks.isKnown(trx, source)
      const subject = [emailKey, source.block, passwordHash]
      const guessUse = isKnown
        ? { limit: PER_KNOWN_BLOCK, subject }
        : { limit: PER_ACCOUNT, subject: [emailKey, passwordHash] }
      const baseUses = await limiter.consume(trx, [...usesByIp(PER_IP, ip), { limit: PER_ACCOUNT_AND_BLOCK, subject }])
      const guessUses = await limiter.count(trx, [guessUse])
      const throttledUses = guessUses.some(isOver) ? await consumeThrottled() : []
      const isLastBeforeSlowdown = isKnown && guessUses.some(({ hits }) => hits === PER_KNOWN_BLOCK.max)
      return {
        kind: 'password',
        ...source,
        countedUses: [...baseUses, ...guessUses, ...throttledUses],
        isLastBeforeSlowdown,
      }

      async function consumeThrottled() {
        const customerSubject = [emailKey, customerBlock(ip), passwordHash]
        const firstAttempts = isKnown
          ? []
          : await limiter.count(trx, [{ limit: FIRST_ATTEMPT, subject: customerSubject }])
        const isFirst = firstAttempts.some((use) => !isOver(use))
        return [
          ...firstAttempts,
          ...(await limiter.consume(trx, [{ ...guessUse, limit: isFirst ? THROTTLED_FIRST_ATTEMPT : THROTTLED }])),
        ]
      }
    })
  }

  return { countPasswordAttempt }
}
