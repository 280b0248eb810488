import type { Database } from '#server/db/client.ts'
import type { Principal } from '#server/domain/principal.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { timeStepOf } from './one-time-password.ts'
import { isRecoveryCode, recoveryCodeMac } from './recovery-codes.ts'
import { findSecondStep, takeRecoveryCode, takeTimeStep } from './second-step.repo.ts'
import type { ServerKey } from './server-key.ts'

const PROOF_MS = 10 * 60_000

interface SecondStepDeps {
  database: Database
  key: ServerKey
  clock: () => Date
}

export type SecondStep = ReturnType<typeof secondStep>

/** Two-factor authentication: a code of an authenticator app (RFC 6238), or a recovery code. */
export function secondStep({ database, key, clock }: SecondStepDeps) {
  async function isOn(userId: number): Promise<boolean> {
    return (await findSecondStep(database.db, userId)) !== undefined
  }

  /** Returns true for a right code, which is used up then. `SignInLimits` must have counted it. */
  async function takeCode(userId: number, code: string): Promise<boolean> {
    const { db } = database
    const found = await findSecondStep(db, userId)
    if (found === undefined) return false
    if (isRecoveryCode(code)) return takeRecoveryCode(db, userId, recoveryCodeMac(key, userId, code))
    const step = timeStepOf(key.open(String(userId), found.sealed_secret), code.trim(), clock().getTime())
    return step !== undefined && takeTimeStep(db, userId, step)
  }

  /** True if password or code were given in this session within ten minutes. */
  function hasRecentProof({ provedAt, machine }: Principal): boolean {
    return machine === undefined && Math.abs(clock().getTime() - provedAt) < PROOF_MS
  }

  /** Throws `forbidden`. */
  function assertRecentProof(caller: Principal): void {
    if (hasRecentProof(caller)) return
    throw new DomainError('forbidden', 'Please confirm that it is you: enter your password or a code.', {
      reason: 'confirm_identity',
    })
  }

  return { isOn, takeCode, hasRecentProof, assertRecentProof }
}
