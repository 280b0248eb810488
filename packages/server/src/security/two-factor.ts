import type { Db } from '#server/db/client.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { isRecoveryCode, recoveryCodeMac } from './recovery-codes.ts'
import type { ServerKey } from './server-key.ts'
import { findTimeStep } from './totp.ts'
import { findTwoFactor, selectSealedSecrets, consumeRecoveryCode, consumeTimeStep } from './two-factor.repo.ts'

interface TwoFactorDeps {
  key: ServerKey
  clock: () => Date
}

export const OTHER_KEY_MESSAGE =
  'Two-factor secrets in the database are sealed with another key (secret.key or RAPPORT_SECRET): put that key back, or run ' +
  '"rapport-server admin reset-two-factor EMAIL" for each admin who uses two-factor authentication.'

/** Returns true if two-factor secrets were encrypted with another key. */
export async function hasSecretsOfOtherKey(db: Db, key: ServerKey): Promise<boolean> {
  return (await selectSealedSecrets(db)).some(({ user_id, sealed_secret }) => {
    try {
      key.open(String(user_id), sealed_secret)
      return false
    } catch {
      return true
    }
  })
}

export type TwoFactor = ReturnType<typeof createTwoFactor>

/** Checks two-factor authentication: codes of an authenticator app (RFC 6238) and recovery codes. */
export function createTwoFactor({ key, clock }: TwoFactorDeps) {
  async function isEnabled(db: Db, userId: number): Promise<boolean> {
    return (await findTwoFactor(db, userId)) !== undefined
  }

  /** Returns true for a correct code, which cannot be used again. Count the attempt with `SignInLimits` first. */
  async function consumeCode(db: Db, userId: number, code: string): Promise<boolean> {
    const row = await findTwoFactor(db, userId)
    if (row === undefined) return false
    const secret = openSecret(userId, row.sealed_secret)
    if (isRecoveryCode(code)) return consumeRecoveryCode(db, userId, recoveryCodeMac(key, userId, code))
    const step = findTimeStep(secret, code.trim(), clock().getTime())
    return step !== undefined && consumeTimeStep(db, userId, step)
  }

  function openSecret(userId: number, sealedSecret: string): string {
    try {
      return key.open(String(userId), sealedSecret)
    } catch (error) {
      const message =
        'Codes cannot be checked, since the key of the server was replaced. Please ask its operator to run “rapport-server admin reset-two-factor” with your email address.'
      throw new DomainError('unavailable', message, { cause: new Error(OTHER_KEY_MESSAGE, { cause: error }) })
    }
  }

  return { isEnabled, consumeCode }
}
