import type { Db } from '#server/db/client.ts'
import { DAY, MINUTE, SECOND } from '#server/domain/time.ts'
import { customerBlock, ipBlock } from '#server/security/limits/ip-block.ts'
import { KNOWN_BLOCK_MS, type SignInSource } from '#server/security/limits/known-blocks.ts'
import { type CountedUse, isOver, type Limit, type LimitUse, usesByIp } from '#server/security/limits/limiter.ts'
import { isRecoveryCode } from '#server/security/recovery-codes.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'

interface GuessLimits {
  perAccountAndBlock: Limit
  /** Counts all unknown IP blocks together. */
  perAccount: Limit
  perKnownBlock: Limit
}

const PASSWORDS: GuessLimits = {
  perAccountAndBlock: { name: 'login account ip', max: 5, windowMs: 15 * MINUTE },
  perAccount: { name: 'login account', max: 50, windowMs: DAY },
  // Counts consecutive failures, since a success resets it.
  perKnownBlock: { name: 'login known ip', max: 100, windowMs: KNOWN_BLOCK_MS },
}
const PASSWORDS_PER_IP: Limit = { name: 'login ip', max: 20, windowMs: 5 * MINUTE }
/** Applies once the limit of a known IP block, or of all unknown ones, is used up. */
const THROTTLED: Limit = { name: 'login slow', max: 1, windowMs: 30 * SECOND }
/**
 * Applies instead to the first attempt of the day from a customer block, if its IP block is unknown, so that a few strangers
 * cannot keep the owner out.
 */
const THROTTLED_FIRST_ATTEMPT: Limit = { name: 'login slow first', max: 1, windowMs: 30 * SECOND }
/** Counted per customer block. */
const FIRST_ATTEMPT: Limit = { name: 'login first', max: 1, windowMs: DAY }

/** Three time steps are accepted, so five guesses succeed with a chance of 15 in a million. */
const CODES: GuessLimits = {
  perAccountAndBlock: { name: 'code account ip', max: 5, windowMs: 15 * MINUTE },
  perAccount: { name: 'code account', max: 30, windowMs: DAY },
  perKnownBlock: { name: 'code known ip', max: 30, windowMs: DAY },
}
const WRONG_CODE_MAILS: Limit = { name: 'wrong code mail', max: 1, windowMs: DAY }

/** Limits of correct passwords without a code, and of the mails about them. */
const CHALLENGES: Limit = { name: 'challenge', max: 20, windowMs: 15 * MINUTE }
const CHALLENGE_MAILS: Limit = { name: 'challenge mail', max: 1, windowMs: DAY }
const CHALLENGE_MAILS_PER_ACCOUNT: Limit = { name: 'challenge mail account', max: 5, windowMs: DAY }

/** Limits that a success resets for its account and IP block. */
const LIMITS_TO_RESET = [
  PASSWORDS.perAccountAndBlock,
  PASSWORDS.perKnownBlock,
  CODES.perAccountAndBlock,
  CODES.perKnownBlock,
  CHALLENGES,
]

type Account = Omit<SignInSource, 'block'>

export interface Attempt extends Account {
  countedUses: readonly CountedUse[]
  /** The mail to the owner if the attempt proves wrong. */
  notice?: 'sign_in_failures' | 'two_factor_failures' | undefined
}

export type SignInLimits = ReturnType<typeof createSignInLimits>

/**
 * Limits wrong passwords and codes per IP block, per account and IP block, and per account. Codes are counted apart, since only
 * someone with the password can enter one.
 */
export function createSignInLimits({ database: { transaction }, limiter, blocks }: ServiceDeps) {
  /** Returns what a guess counts against: the account and its IP block, and either all of a known block or all unknown ones. */
  async function usesOf(trx: Db, source: SignInSource, limits: GuessLimits): Promise<[own: LimitUse, guess: LimitUse]> {
    const { emailKey, block, passwordHash } = source
    const subject = [emailKey, block, passwordHash]
    const guess = (await blocks.isKnown(trx, source))
      ? { limit: limits.perKnownBlock, subject }
      : { limit: limits.perAccount, subject: [emailKey, passwordHash] }
    return [{ limit: limits.perAccountAndBlock, subject }, guess]
  }

  /** Counts the attempt as failed until it succeeds. Throws `too_many_requests` without counting. */
  async function countPasswordAttempt(
    emailKey: string,
    ip: string,
    passwordHash: string,
  ): Promise<Attempt & SignInSource> {
    const source = { emailKey, block: ipBlock(ip), passwordHash }
    return transaction(async (trx) => {
      const [own, guess] = await usesOf(trx, source, PASSWORDS)
      const isKnown = guess.limit === PASSWORDS.perKnownBlock
      const baseUses = await limiter.consume(trx, [...usesByIp(PASSWORDS_PER_IP, ip), own])
      const guessUses = await limiter.count(trx, [guess])
      const throttledUses = guessUses.some(isOver) ? await consumeThrottled() : []
      const isLastBeforeSlowdown = isKnown && guessUses.some(({ hits, limit }) => hits === limit.max)
      return {
        ...source,
        countedUses: [...baseUses, ...guessUses, ...throttledUses],
        notice: isLastBeforeSlowdown ? 'sign_in_failures' : undefined,
      }

      async function consumeThrottled() {
        const customerSubject = [emailKey, customerBlock(ip), passwordHash]
        const firstAttempts = isKnown
          ? []
          : await limiter.count(trx, [{ limit: FIRST_ATTEMPT, subject: customerSubject }])
        const limit = firstAttempts.some((use) => !isOver(use)) ? THROTTLED_FIRST_ATTEMPT : THROTTLED
        return [...firstAttempts, ...(await limiter.consume(trx, [{ ...guess, limit }]))]
      }
    })
  }

  /**
   * Counts a code as wrong until it proves right. Throws `too_many_requests` without counting. A recovery code has 50 bits and
   * needs no limit per account, so strangers with the password cannot keep the owner from using one.
   */
  async function countCodeAttempt(
    account: Account,
    { code, ip }: { code: string; ip: string },
  ): Promise<Attempt & SignInSource> {
    const source = { ...account, block: ipBlock(ip) }
    return transaction(async (trx) => {
      const [own, guess] = await usesOf(trx, source, CODES)
      return { ...source, ...(await consumeCode(trx, code, own, guess)) }
    })
  }

  /** Counts codes within a session separately: a stolen session must not use up the owner's attempts at sign-in. */
  async function countSessionCodeAttempt(account: Account, tokenHash: string, code: string): Promise<Attempt> {
    const subject = ['session', tokenHash]
    const [own, guess] = [CODES.perAccountAndBlock, CODES.perAccount].map((limit) => ({ limit, subject }))
    return { ...account, ...(await transaction((trx) => consumeCode(trx, code, own, guess))) }
  }

  async function consumeCode(trx: Db, code: string, own: LimitUse | undefined, guess: LimitUse | undefined) {
    const uses = [own, isRecoveryCode(code) ? undefined : guess].filter((use) => use !== undefined)
    const countedUses = await limiter.consume(trx, uses)
    const usesUpLimit = countedUses.some(({ limit, hits }) => hits === limit.max)
    return { countedUses, notice: usesUpLimit ? ('two_factor_failures' as const) : undefined }
  }

  /** Returns the mail to the owner about a wrong password or code; about codes, one a day. */
  async function noticeOf(trx: Db, { notice, emailKey, passwordHash }: Attempt): Promise<Attempt['notice']> {
    const isOneTooMany =
      notice === 'two_factor_failures' &&
      !(await countWithinLimit(trx, { limit: WRONG_CODE_MAILS, subject: [emailKey, passwordHash] }))
    return isOneTooMany ? undefined : notice
  }

  async function countWithinLimit(trx: Db, use: LimitUse): Promise<boolean> {
    return !(await limiter.count(trx, [use])).some(isOver)
  }

  /**
   * Uncounts an attempt with a correct password and counts that its code is missing. Returns true if the owner should be told: for an
   * unfamiliar IP block, once a day, and five times a day for all blocks. Throws `too_many_requests`.
   */
  async function acceptPassword(trx: Db, attempt: Attempt & SignInSource): Promise<boolean> {
    const { emailKey, block, passwordHash } = attempt
    const subject = [emailKey, block, passwordHash]
    await limiter.undo(trx, attempt.countedUses)
    await limiter.consume(trx, [{ limit: CHALLENGES, subject }])
    if (!(await blocks.isUnfamiliar(trx, attempt))) return false
    return (
      (await countWithinLimit(trx, { limit: CHALLENGE_MAILS, subject })) &&
      countWithinLimit(trx, { limit: CHALLENGE_MAILS_PER_ACCOUNT, subject: [emailKey, passwordHash] })
    )
  }

  /**
   * Uncounts a successful attempt and remembers its IP block. Returns true if the IP block was unfamiliar: the password
   * was used before, but not from there within 90 days.
   */
  async function recordSuccess(trx: Db, attempt: Attempt & SignInSource, currentHash: string): Promise<boolean> {
    const { countedUses, emailKey, block, passwordHash } = attempt
    await limiter.undo(trx, countedUses)
    for (const limit of LIMITS_TO_RESET) await limiter.reset(trx, { limit, subject: [emailKey, block, passwordHash] })
    const isUnfamiliar = await blocks.isUnfamiliar(trx, attempt)
    await blocks.remember(trx, { emailKey, block, passwordHash: currentHash })
    return isUnfamiliar
  }

  /** Uncounts an attempt that was no guess: it was right within a session, or an error of the server ended it. */
  async function undo({ countedUses }: Attempt): Promise<void> {
    await transaction((trx) => limiter.undo(trx, countedUses))
  }

  return {
    countPasswordAttempt,
    countCodeAttempt,
    countSessionCodeAttempt,
    noticeOf,
    acceptPassword,
    recordSuccess,
    undo,
  }
}
