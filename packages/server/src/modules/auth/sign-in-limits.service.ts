import type { Database, Db } from '#server/db/client.ts'
import type { Counted, Limiter } from '#server/security/limits/limiter.ts'
import { CODE_LIMITS, codeLimits } from './code-limits.service.ts'
import type { KnownBlocks, Place } from '#server/security/limits/known-blocks.ts'
import { PASSWORD_LIMITS, passwordLimits } from './password-limits.service.ts'

export type SignInLimits = ReturnType<typeof signInLimits>

interface Attempt {
  counted: readonly Counted[]
}

interface SignInLimitDeps {
  database: Database
  limiter: Limiter
  blocks: KnownBlocks
}

/** Limits failed sign-ins, of which a wrong password and a wrong two-factor code are two kinds. */
export function signInLimits({ database: { transaction }, limiter, blocks }: SignInLimitDeps) {
  const passwords = passwordLimits({ transaction, limiter, blocks })
  const codes = codeLimits({ transaction, limiter, blocks })

  /**
   * The attempt was a success: it does not count, and its IP block is known from now on. Returns true if the account was
   * known elsewhere but not there.
   */
  async function succeed(trx: Db, attempt: Attempt & Place, currentHash: string): Promise<boolean> {
    const { counted, emailKey, block, passwordHash } = attempt
    await limiter.undo(trx, counted)
    const subject = [emailKey, block, passwordHash]
    for (const limit of [...PASSWORD_LIMITS, ...CODE_LIMITS]) await limiter.reset(trx, { limit, subject })
    const isNew = await blocks.isNew(trx, attempt)
    await blocks.remember(trx, { emailKey, block, passwordHash: currentHash })
    return isNew
  }

  /** The password was right, and a code is still to come: neither a success nor a failure. */
  async function challenge(trx: Db, attempt: Attempt & Place): Promise<boolean> {
    await limiter.undo(trx, attempt.counted)
    return codes.countChallenge(trx, attempt)
  }

  /** The server could not finish the attempt, so it does not count. */
  async function undo({ counted }: Attempt): Promise<void> {
    await transaction((trx) => limiter.undo(trx, counted))
  }

  return { ...passwords, ...codes, challenge, succeed, undo }
}
