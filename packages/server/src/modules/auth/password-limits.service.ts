import type { Database } from '#server/db/client.ts'
import { ipBlock } from '#server/security/limits/ip-block.ts'
import { type Counted, isOver, type Limit, type Limiter } from '#server/security/limits/limiter.ts'
import { KNOWN_MS, type KnownBlocks, type Place } from '#server/security/limits/known-blocks.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

const PER_IP: Limit = { name: 'login ip', most: 20, windowMs: 5 * MINUTE }
const PER_ACCOUNT_AND_IP: Limit = { name: 'login account ip', most: 5, windowMs: 15 * MINUTE }
/** For all unknown IP blocks together. */
const PER_ACCOUNT: Limit = { name: 'login account', most: 50, windowMs: DAY }
/** In a row: a success starts it over. */
const PER_KNOWN_IP: Limit = { name: 'login known ip', most: 100, windowMs: KNOWN_MS }
/** One attempt in this time is left when one of the two above is used up. */
const SLOW: Limit = { name: 'login slow', most: 1, windowMs: 30 * SECOND }
/** And one by an unknown IP block that has not had one that day: a few strangers cannot keep the owner out for good. */
const SLOW_FIRST: Limit = { name: 'login slow first', most: 1, windowMs: 30 * SECOND }
/** Of a /48, since a provider gives a customer thousands of /64 networks. */
const SITE_BITS = 48
const FIRST: Limit = { name: 'login first', most: 1, windowMs: DAY }

/** A success starts these over for its account and IP block. */
export const PASSWORD_LIMITS = [PER_ACCOUNT_AND_IP, PER_KNOWN_IP]

/** A try at signing in that is under way. */
export interface PasswordAttempt extends Place {
  counted: readonly Counted[]
  /** True if a known IP block has to wait once this attempt fails. */
  isLastKnown: boolean
}

interface PasswordLimitDeps {
  transaction: Database['transaction']
  limiter: Limiter
  blocks: KnownBlocks
}

/** Limits wrong passwords: from one IP block, for one account from one IP block, and for one account from everywhere. */
export function passwordLimits({ transaction, limiter, blocks }: PasswordLimitDeps) {
  /** Counts the attempt as failed for now. Throws `too_many_requests`, and then it has not counted. */
  async function countPassword(emailKey: string, address: string, passwordHash: string): Promise<PasswordAttempt> {
    const place = { emailKey, block: ipBlock(address), passwordHash }
    return transaction(async (trx) => {
      const isKnown = await blocks.isKnown(trx, place)
      const fromHere = [emailKey, place.block, passwordHash]
      const guess = isKnown
        ? { limit: PER_KNOWN_IP, subject: fromHere }
        : { limit: PER_ACCOUNT, subject: [emailKey, passwordHash] }
      const fast = await limiter.take(trx, [
        { limit: PER_IP, subject: [place.block] },
        { limit: PER_ACCOUNT_AND_IP, subject: fromHere },
      ])
      const guesses = await limiter.count(trx, [guess])
      const slow = guesses.some(isOver) ? await takeSlow() : []
      const isLastKnown = isKnown && guesses.some(({ hits }) => hits === PER_KNOWN_IP.most)
      return { ...place, counted: [...fast, ...guesses, ...slow], isLastKnown }

      async function takeSlow() {
        const fromSite = [emailKey, ipBlock(address, SITE_BITS), passwordHash]
        const tries = isKnown ? [] : await limiter.count(trx, [{ limit: FIRST, subject: fromSite }])
        const isFirst = tries.some((one) => !isOver(one))
        return [...tries, ...(await limiter.take(trx, [{ ...guess, limit: isFirst ? SLOW_FIRST : SLOW }]))]
      }
    })
  }

  return { countPassword }
}
