import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { Db } from '#server/db/client.ts'
import { DomainError, fieldError } from '#server/domain/domain-error.ts'
import type { Principal } from '#server/domain/principal.ts'
import { MINUTE } from '#server/domain/time.ts'
import { insertMail } from '#server/mail/outbox.repo.ts'
import { deleteSessions, lockAccount } from '#server/security/account.repo.ts'
import { assertSessionActive } from '#server/security/assert-session-active.ts'
import { newRecoveryCodes, recoveryCodeMac } from '#server/security/recovery-codes.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'
import { newSecret, secretUri, findTimeStep } from '#server/security/totp.ts'
import { countRecoveryCodes, deleteTwoFactor, findTwoFactor } from '#server/security/two-factor.repo.ts'
import {
  enableTwoFactor,
  findPendingSecret,
  replaceRecoveryCodes,
  storePendingSecret,
} from './two-factor-setup.repo.ts'

const SETUP_VALID_MS = 10 * MINUTE

/** Turns two-factor authentication on and off. All but `getTwoFactor` require a confirmed identity. */
export function createTwoFactorService({ database, hasher, key, clock, audit, twoFactor, identity }: ServiceDeps) {
  async function getTwoFactor({ userId }: Principal): Promise<Schemas['TwoFactor']> {
    const row = await findTwoFactor(database.db, userId)
    return {
      enabled: row !== undefined,
      enabled_at: typeof row?.enabled_at === 'number' ? new Date(row.enabled_at).toISOString() : null,
      recovery_codes_left: row === undefined ? 0 : await countRecoveryCodes(database.db, userId),
    }
  }

  /** Creates a secret, which takes effect once `confirmTwoFactor` gets one of its codes. */
  async function startTwoFactor(caller: Principal): Promise<Schemas['TwoFactorSecret']> {
    identity.assertConfirmed(caller)
    const secret = newSecret()
    const sealedSecret = key.seal(String(caller.userId), secret)
    await database.transaction(async (trx) => {
      await assertSessionActive(trx, database.engine, caller, clock())
      if (!(await storePendingSecret(trx, caller.userId, sealedSecret, clock().getTime()))) throw alreadyOnError()
    })
    return { secret, uri: secretUri(secret, caller.email) }
  }

  /** Turns two-factor authentication on with a first code, and ends all other sessions, which began without a code. */
  async function confirmTwoFactor(caller: Principal, code: string): Promise<Schemas['RecoveryCodes']> {
    identity.assertConfirmed(caller)
    const { userId } = caller
    const now = clock().getTime()
    const sealedSecret = await findPendingSecret(database.db, userId, now - SETUP_VALID_MS)
    if (sealedSecret === undefined) {
      if (await twoFactor.isEnabled(database.db, userId)) throw alreadyOnError()
      throw new DomainError('not_found', 'There is no setup in progress, or it took too long. Please begin again.')
    }
    const step = findTimeStep(key.open(String(userId), sealedSecret), code, now)
    if (step === undefined) {
      const message = 'This code is wrong. Please check the clock of your phone, and try the next code.'
      throw fieldError('unprocessable', 'code', message)
    }
    return database.transaction(async (trx) => {
      // A concurrent sign-in with a password either waits for this lock, or its session is found and ended below.
      await lockAccount(trx, database.engine, userId)
      if (!(await enableTwoFactor(trx, { userId, sealedSecret, step, now }))) throw alreadyOnError()
      await deleteSessions(trx, userId, caller.tokenHash)
      await audit.record(trx, { event: 'two_factor.enabled', actor: caller, userId: caller.userId })
      await insertMail(trx, { kind: 'two_factor_enabled', recipient: caller.email, now })
      return replaceCodes(trx, userId)
    })
  }

  async function renewRecoveryCodes(caller: Principal): Promise<Schemas['RecoveryCodes']> {
    identity.assertConfirmed(caller)
    if (!(await twoFactor.isEnabled(database.db, caller.userId))) throw notOnError()
    return database.transaction(async (trx) => {
      // Otherwise the codes of two concurrent calls would all be valid.
      await lockAccount(trx, database.engine, caller.userId)
      await audit.record(trx, { event: 'two_factor.recovery_codes_renewed', actor: caller, userId: caller.userId })
      await insertMail(trx, { kind: 'two_factor_codes', recipient: caller.email, now: clock().getTime() })
      return replaceCodes(trx, caller.userId)
    })
  }

  async function disableTwoFactor(caller: Principal): Promise<void> {
    identity.assertConfirmed(caller)
    await database.transaction(async (trx) => {
      // Locks in the same order as deleting the account.
      const passwordHash = await lockAccount(trx, database.engine, caller.userId)
      if (typeof passwordHash === 'string' && hasher.isDummy(passwordHash))
        throw new DomainError('conflict', 'Choose a password first: without one, your recovery codes must remain.')
      if (!(await deleteTwoFactor(trx, caller.userId))) throw notOnError()
      await audit.record(trx, { event: 'two_factor.disabled', actor: caller, userId: caller.userId })
      await insertMail(trx, { kind: 'two_factor_disabled', recipient: caller.email, now: clock().getTime() })
    })
  }

  async function replaceCodes(trx: Db, userId: number): Promise<Schemas['RecoveryCodes']> {
    const codes = newRecoveryCodes()
    await replaceRecoveryCodes(
      trx,
      userId,
      codes.map((code) => recoveryCodeMac(key, userId, code)),
    )
    return { recovery_codes: codes }
  }

  return { getTwoFactor, startTwoFactor, confirmTwoFactor, renewRecoveryCodes, disableTwoFactor }
}

function alreadyOnError(): DomainError {
  return new DomainError('conflict', 'Two-factor authentication is already on.')
}

function notOnError(): DomainError {
  return new DomainError('not_found', 'Two-factor authentication is not on.')
}
