import type { Db } from '#server/db/client.ts'
import type { SignInSource } from '#server/security/limits/known-blocks.ts'
import type { CountedUse } from '#server/security/limits/limiter.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'
import { CODE_LIMITS_TO_RESET, createCodeLimits } from './code-limits.service.ts'
import { PASSWORD_LIMITS_TO_RESET, createPasswordLimits } from './password-limits.service.ts'

export type SignInLimits = ReturnType<typeof createSignInLimits>

interface Attempt {
  countedUses: readonly CountedUse[]
}

export function createSignInLimits(deps: ServiceDeps) {
  const { database, limiter, blocks } = deps
  const passwords = createPasswordLimits(deps)
  const codes = createCodeLimits(deps)

  /**
   * Uncounts a successful attempt and remembers its IP block. Returns true if the IP block was unfamiliar: the password
   * was used before, but not from there within 90 days.
   */
  async function recordSuccess(trx: Db, attempt: Attempt & SignInSource, currentHash: string): Promise<boolean> {
    const { countedUses, emailKey, block, passwordHash } = attempt
    await limiter.undo(trx, countedUses)
    const subject = [emailKey, block, passwordHash]
    for (const limit of [...PASSWORD_LIMITS_TO_RESET, ...CODE_LIMITS_TO_RESET])
      await limiter.reset(trx, { limit, subject })
    const isUnfamiliar = await blocks.isUnfamiliar(trx, attempt)
    await blocks.remember(trx, { emailKey, block, passwordHash: currentHash })
    return isUnfamiliar
  }

  /** Uncounts an attempt with a correct password whose code is still missing. Returns true if the owner should be told. */
  async function acceptPassword(trx: Db, attempt: Attempt & SignInSource): Promise<boolean> {
    await limiter.undo(trx, attempt.countedUses)
    return codes.countChallenge(trx, attempt)
  }

  /** Uncounts an attempt that was no guess: it was right within a session, or an error of the server ended it. */
  async function undo({ countedUses }: Attempt): Promise<void> {
    await database.transaction((trx) => limiter.undo(trx, countedUses))
  }

  return { ...passwords, ...codes, acceptPassword, recordSuccess, undo }
}
