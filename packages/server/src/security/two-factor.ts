import type { Database, Db } from '#server/db/client.ts'
import type { Principal } from '#server/domain/principal.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { timeStepOf } from './one-time-password.ts'
import { isRecoveryCode, recoveryCodeMac } from './recovery-codes.ts'
import { findTwoFactor, selectSealedSecrets, consumeRecoveryCode, consumeTimeStep } from './two-factor.repo.ts'
import type { ServerKey } from './server-key.ts'

const CONFIRMATION_MS = 10 * 60_000

interface TwoFactorDeps {
  database: Database
  key: ServerKey
  clock: () => Date
}

/** Shown to the operator after a restore and at a start. */
export const OTHER_KEY =
  'Two-factor secrets in the database are sealed with another key (secret.key or RAPPORT_SECRET): put that key back, or run ' +
  '"rapport-server admin reset-two-factor EMAIL" for each admin who uses two-factor authentication.'

/** Returns true if two-factor secrets were sealed with another key. */
export async function isOtherKey(db: Db, key: ServerKey): Promise<boolean> {
  return (await selectSealedSecrets(db)).some(({ user_id, sealed_secret }) => {
    try {
      key.open(String(user_id), sealed_secret)
      return false
    } catch {
      return true
    }
  })
}

export type TwoFactor = ReturnType<typeof twoFactor>

/** Checks two-factor authentication: codes of an authenticator app (RFC 6238) and recovery codes. */
export function twoFactor({ database, key, clock }: TwoFactorDeps) {
  async function isOn(db: Db, userId: number): Promise<boolean> {
    return (await findTwoFactor(db, userId)) !== undefined
  }

  /** A correct code is then used up. Count it with `SignInLimits` first. */
  async function consumeCode(userId: number, code: string): Promise<boolean> {
    const { db } = database
    const found = await findTwoFactor(db, userId)
    if (found === undefined) return false
    const secret = open(userId, found.sealed_secret)
    if (isRecoveryCode(code)) return consumeRecoveryCode(db, userId, recoveryCodeMac(key, userId, code))
    const step = timeStepOf(secret, code.trim(), clock().getTime())
    return step !== undefined && consumeTimeStep(db, userId, step)
  }

  function open(userId: number, sealedSecret: string): string {
    try {
      return key.open(String(userId), sealedSecret)
    } catch (error) {
      const text =
        'Codes cannot be checked, since the key of the server was replaced. Please ask its operator to run “rapport-server admin reset-two-factor” with your email address.'
      throw new DomainError('unavailable', text, { cause: new Error(OTHER_KEY, { cause: error }) })
    }
  }

  /** Returns true if the password or a code was given in this session within ten minutes. */
  function isIdentityConfirmed({ identityConfirmedAt, apiToken }: Principal): boolean {
    return apiToken === undefined && Math.abs(clock().getTime() - identityConfirmedAt) < CONFIRMATION_MS
  }

  /** Throws `forbidden`. */
  function assertIdentityConfirmed(caller: Principal): void {
    if (isIdentityConfirmed(caller)) return
    throw new DomainError('forbidden', 'Please confirm your identity: enter your password or a code.', {
      reason: 'confirm_identity',
    })
  }

  return { isOn, consumeCode, isIdentityConfirmed, assertIdentityConfirmed }
}
