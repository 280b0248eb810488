import type { Database } from '#server/db/client.ts'
import type { Principal } from '#server/domain/principal.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import type { Limit, Limiter } from './limiter.ts'
import { timeStepOf } from './one-time-password.ts'
import { recoveryCodeMac } from './recovery-codes.ts'
import { findSecondStep, takeRecoveryCode, takeTimeStep } from './second-step.repo.ts'
import type { ServerKey } from './server-key.ts'

const MINUTE = 60_000

/** Three of a million codes are good at a time: with these limits a guesser needs decades. */
const TRIES: readonly Limit[] = [
  { name: 'second step', most: 5, windowMs: 15 * MINUTE },
  { name: 'second step in a day', most: 30, windowMs: 24 * 60 * MINUTE },
]

const PROOF_MS = 10 * MINUTE
const SIX_DIGITS = /^\d{6}$/

interface SecondStepDeps {
  database: Database
  key: ServerKey
  clock: () => Date
  limiter: Limiter
}

export type SecondStep = ReturnType<typeof secondStep>

/** Two-factor authentication: a code of an authenticator app (RFC 6238), or a recovery code. */
export function secondStep({ database, key, clock, limiter }: SecondStepDeps) {
  async function isOn(userId: number): Promise<boolean> {
    return (await findSecondStep(database.db, userId)) !== undefined
  }

  /** Returns true for a right code, which is used up then. Throws `too_many_requests`. */
  async function takeCode(userId: number, code: string): Promise<boolean> {
    const uses = TRIES.map((limit) => ({ limit, subject: [userId] }))
    const counted = await database.transaction((trx) => limiter.take(trx, uses))
    const isRight = await spend(userId, code.trim())
    if (isRight) await database.transaction((trx) => limiter.undo(trx, counted))
    return isRight
  }

  async function spend(userId: number, code: string): Promise<boolean> {
    const { db } = database
    const found = await findSecondStep(db, userId)
    if (found === undefined) return false
    if (!SIX_DIGITS.test(code)) return takeRecoveryCode(db, userId, recoveryCodeMac(key, userId, code))
    const step = timeStepOf(key.open(String(userId), found.sealed_secret), code, clock().getTime())
    return step !== undefined && takeTimeStep(db, userId, step)
  }

  /** Throws `forbidden` unless password or code were given in this session within ten minutes. */
  function assertRecentProof({ provedAt }: Principal): void {
    if (Math.abs(clock().getTime() - provedAt) < PROOF_MS) return
    throw new DomainError('forbidden', 'Please confirm that it is you: enter your password or a code.', {
      reason: 'confirm_identity',
    })
  }

  return { isOn, takeCode, assertRecentProof }
}
