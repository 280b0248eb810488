import type { Db } from '#server/db/client.ts'
import { DAY, MINUTE } from '#server/domain/time.ts'
import { ipBlock } from '#server/security/limits/ip-block.ts'
import type { SignInSource } from '#server/security/limits/known-blocks.ts'
import { type CountedUse, isOver, type Limit, type LimitUse } from '#server/security/limits/limiter.ts'
import { isRecoveryCode } from '#server/security/recovery-codes.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'

/** Three time steps are accepted, so five guesses succeed with a chance of 15 in a million. */
const PER_ACCOUNT_AND_BLOCK: Limit = { name: 'code account ip', max: 5, windowMs: 15 * MINUTE }
/** Counts all unknown IP blocks together. */
const PER_ACCOUNT: Limit = { name: 'code account', max: 30, windowMs: DAY }
const PER_KNOWN_BLOCK: Limit = { name: 'code known ip', max: 30, windowMs: DAY }

/** Limits of correct passwords without a code, and of the mails about them. */
const CHALLENGES: Limit = { name: 'challenge', max: 20, windowMs: 15 * MINUTE }
const CHALLENGE_MAILS: Limit = { name: 'challenge mail', max: 1, windowMs: DAY }
const CHALLENGE_MAILS_PER_ACCOUNT: Limit = { name: 'challenge mail account', max: 5, windowMs: DAY }

const WRONG_CODE_MAILS: Limit = { name: 'wrong code mail', max: 1, windowMs: DAY }

/** Limits that a success resets for its account and IP block. */
export const CODE_LIMITS_TO_RESET = [PER_ACCOUNT_AND_BLOCK, PER_KNOWN_BLOCK, CHALLENGES]

type Account = Omit<SignInSource, 'block'>

export interface CodeAttempt extends Account {
  kind: 'code'
  countedUses: readonly CountedUse[]
  /** Whether this attempt uses up a limit. */
  usesUpLimit: boolean
}

/** Limits wrong two-factor codes. They are counted apart from passwords, since only someone with the password can enter one. */
export function createCodeLimits({ database: { transaction }, limiter, blocks }: ServiceDeps) {
  /**
   * Counts a code as wrong until it proves right. Throws `too_many_requests` without counting. A recovery code has 50 bits and
   * needs no limit per account, so strangers with the password cannot keep the owner from using one.
   */
  async function countCodeAttempt(
    { emailKey, passwordHash }: Account,
    { code, ip }: { code: string; ip: string },
  ): Promise<CodeAttempt & SignInSource> {
    const source = { emailKey, block: ipBlock(ip), passwordHash }
    const subject = [emailKey, source.block, passwordHash]
    return transaction(async (trx) => {
      const guessUse = (await blocks.isKnown(trx, source))
        ? { limit: PER_KNOWN_BLOCK, subject }
        : { limit: PER_ACCOUNT, subject: [emailKey, passwordHash] }
      const uses = [{ limit: PER_ACCOUNT_AND_BLOCK, subject }, ...(isRecoveryCode(code) ? [] : [guessUse])]
      return { ...source, ...(await consumeUses(trx, uses)) }
    })
  }

  async function consumeUses(trx: Db, uses: readonly LimitUse[]) {
    const countedUses = await limiter.consume(trx, uses)
    return {
      kind: 'code' as const,
      countedUses,
      usesUpLimit: countedUses.some(({ limit, hits }) => hits === limit.max),
    }
  }

  /** Returns true once a day if the attempt used up a limit. */
  async function shouldNotifyOwner(trx: Db, { usesUpLimit, emailKey, passwordHash }: CodeAttempt): Promise<boolean> {
    return usesUpLimit && countWithinLimit(trx, { limit: WRONG_CODE_MAILS, subject: [emailKey, passwordHash] })
  }

  async function countWithinLimit(trx: Db, use: LimitUse): Promise<boolean> {
    return !(await limiter.count(trx, [use])).some(isOver)
  }

  /** Counts codes within a session separately: a stolen session must not use up the owner's attempts at sign-in. */
  async function countSessionCodeAttempt(account: Account, tokenHash: string, code: string): Promise<CodeAttempt> {
    const limits = [PER_ACCOUNT_AND_BLOCK, ...(isRecoveryCode(code) ? [] : [PER_ACCOUNT])]
    const uses = limits.map((limit) => ({ limit, subject: ['session', tokenHash] }))
    return { ...account, ...(await transaction((trx) => consumeUses(trx, uses))) }
  }

  /**
   * Counts a correct password that still needs its code. Returns true if the owner should be told: for an unfamiliar IP block,
   * once a day, and five times a day for all blocks. Throws `too_many_requests`.
   */
  async function countChallenge(trx: Db, source: SignInSource): Promise<boolean> {
    const { emailKey, block, passwordHash } = source
    const subject = [emailKey, block, passwordHash]
    await limiter.consume(trx, [{ limit: CHALLENGES, subject }])
    if (!(await blocks.isUnfamiliar(trx, source))) return false
    return (
      (await countWithinLimit(trx, { limit: CHALLENGE_MAILS, subject })) &&
      countWithinLimit(trx, { limit: CHALLENGE_MAILS_PER_ACCOUNT, subject: [emailKey, passwordHash] })
    )
  }

  return { countCodeAttempt, shouldNotifyOwner, countSessionCodeAttempt, countChallenge }
}
