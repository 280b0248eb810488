import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { uniqueKey } from '@rapport/core/text/unique-keys.ts'
import { fieldError } from '#server/domain/domain-error.ts'
import type { Principal } from '#server/domain/principal.ts'
import { canSignIn } from '#server/security/account-rules.ts'
import { findAccountById } from '#server/security/account.repo.ts'
import { sessionEndedError } from '#server/security/assert-session-active.ts'
import { findPasskey } from '#server/security/passkeys.repo.ts'
import type { AuthDeps, CredentialChecks } from './credential-checks.ts'
import { recordIdentityConfirmed } from './sign-in-sessions.repo.ts'

type IdentityProof = Schemas['IdentityProof']

const REFUSALS = {
  password: 'This password is wrong.',
  code: 'This code is wrong.',
  passkey: 'This passkey was not accepted.',
}

export function createConfirmIdentity(
  { database, hasher, clock, limits, audit, twoFactor, passkeys }: AuthDeps,
  { enqueue, undoOnError, countPasswordAttempt, recordFailure }: CredentialChecks,
) {
  /** Checks the password, a two-factor code or a passkey again, before changes that a stolen session must not make. */
  async function confirmIdentity(caller: Principal, credentials: IdentityProof): Promise<void> {
    const { userId } = caller
    if (!(await enqueue(caller.client, () => verifyIdentity(caller, credentials)))) {
      const field = credentials.passkey ? 'passkey' : credentials.code === undefined ? 'password' : 'code'
      throw fieldError('unprocessable', field, REFUSALS[field])
    }
    await database.transaction(async (trx) => {
      await recordIdentityConfirmed(trx, caller.tokenHash, clock().getTime())
      await audit.record(trx, { event: 'identity.confirmed', actor: caller, userId })
    })
  }

  /** Counts and records attempts as at sign-in; otherwise a stolen session could be used to guess unnoticed. */
  async function verifyIdentity(
    { userId, email, tokenHash, client }: Principal,
    { password, code, passkey }: IdentityProof,
  ): Promise<boolean> {
    const account = await findAccountById(database.db, userId)
    if (account === undefined || !canSignIn(account)) throw sessionEndedError()
    const { password_hash: passwordHash } = account
    const emailKey = uniqueKey(email)
    const failure = { event: 'identity.refused', account, client } as const
    if (passkey !== undefined || code !== undefined) {
      const attempt = await limits.countSessionCodeAttempt({ emailKey, passwordHash }, tokenHash, code ?? '')
      const isRight = await undoOnError(attempt, () =>
        passkey ? isOwnPasskey(passkey) : twoFactor.consumeCode(database.db, userId, code ?? ''),
      )
      await (isRight ? limits.undo(attempt) : recordFailure(attempt, failure))
      return isRight
    }
    if (password === undefined) return false
    const attempt = await countPasswordAttempt(emailKey, passwordHash, client)
    const isRight = await undoOnError(attempt, () => hasher.verify(password, passwordHash))
    await (isRight ? limits.undo(attempt) : recordFailure(attempt, failure))
    return isRight

    async function isOwnPasskey(assertion: Schemas['PasskeyAssertion']): Promise<boolean> {
      const owner = await findPasskey(database.db, assertion.id)
      const proof = owner?.id === userId && (await passkeys.verifyAssertion(owner, assertion, ['confirm', tokenHash]))
      return proof ? database.transaction((trx) => passkeys.consumeProof(trx, proof)) : false
    }
  }

  return confirmIdentity
}
