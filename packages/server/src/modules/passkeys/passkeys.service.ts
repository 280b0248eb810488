import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { Db } from '#server/db/client.ts'
import { refuseDuplicate } from '#server/db/unique-violation.ts'
import { DomainError, fieldError } from '#server/domain/domain-error.ts'
import type { Principal } from '#server/domain/principal.ts'
import { insertMail } from '#server/mail/outbox.repo.ts'
import { changePassword, deletePendingReset, findAccountById, lockAccount } from '#server/security/account.repo.ts'
import { sessionEndedError } from '#server/security/assert-session-active.ts'
import { formatDevice } from '#server/security/device.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'
import { newToken } from '#server/security/token.ts'
import { countRecoveryCodes } from '#server/security/two-factor.repo.ts'
import { deletePasskey, insertPasskey, type PasskeyRow, selectPasskeys } from './passkeys.repo.ts'

const MAX_PASSKEYS = 10
/** Without a password, one passkey may be lost. */
const MIN_WITHOUT_PASSWORD = 2

export function createPasskeysService({ database, hasher, clock, audit, identity, blocks, passkeys }: ServiceDeps) {
  const { db, engine } = database

  async function listPasskeys({ userId }: Principal): Promise<Schemas['Passkeys']> {
    const account = await findAccountById(db, userId)
    const rows = await selectPasskeys(db, userId)
    return { passkeys: rows.map(toPasskey), has_password: isPassword(account?.password_hash) }
  }

  async function startPasskey(caller: Principal): Promise<Schemas['PasskeyCreation']> {
    identity.assertConfirmed(caller)
    const account = await findAccountById(db, caller.userId)
    if (account === undefined) throw sessionEndedError()
    const { userId: id, email, firstName, lastName, tokenHash } = caller
    const name = [firstName, lastName].filter(Boolean).join(' ') || email
    const ids = await credentialIds(caller)
    if (ids.length >= MAX_PASSKEYS) throw tooManyError()
    return passkeys.creationOptions(['add', tokenHash], { id, created_at: account.created_at, email, name }, ids)
  }

  async function addPasskey(caller: Principal, input: Schemas['PasskeyAttestation']): Promise<Schemas['Passkey']> {
    identity.assertConfirmed(caller)
    const { userId, email, client } = caller
    const verified = await passkeys.verifyAttestation(input, ['add', caller.tokenHash])
    if (verified === undefined) throw notAcceptedError()
    const { challenge, ...credential } = verified
    const name = formatDevice(client.userAgent) ?? 'Unknown device'
    const now = clock().getTime()
    const row = { user_id: userId, name, ...credential, created_at: now, last_used_at: null }
    return database
      .transaction(async (trx) => {
        await lockAccount(trx, engine, userId)
        if (!(await passkeys.consumeChallenge(trx, challenge))) throw notAcceptedError()
        if ((await selectPasskeys(trx, userId)).length >= MAX_PASSKEYS) throw tooManyError()
        const passkey = await insertPasskey(trx, row)
        await audit.record(trx, { event: 'passkey.added', actor: caller, userId, detail: name })
        await insertMail(trx, { kind: 'passkey_added', recipient: email, now })
        return toPasskey(passkey)
      })
      .catch(refuseDuplicate('passkeys', ['credential_id'], ['id', 'This passkey is already in use.']))
  }

  async function removePasskey(caller: Principal, id: string): Promise<void> {
    identity.assertConfirmed(caller)
    const { userId, email } = caller
    await database.transaction(async (trx) => {
      const passwordHash = await lockAccount(trx, engine, userId)
      const rows = await selectPasskeys(trx, userId)
      const passkey = rows.find((row) => String(row.id) === id)
      if (passkey === undefined) throw new DomainError('not_found', 'There is no such passkey.')
      if (!isPassword(passwordHash) && rows.length <= MIN_WITHOUT_PASSWORD)
        throw new DomainError('conflict', 'Choose a password or add a passkey first: without a password you need two.')
      await deletePasskey(trx, passkey.id)
      await audit.record(trx, { event: 'passkey.removed', actor: caller, userId, detail: passkey.name })
      await insertMail(trx, { kind: 'passkey_removed', recipient: email, now: clock().getTime() })
    })
  }

  async function startPasskeyConfirmation(caller: Principal): Promise<Schemas['PasskeyRequest']> {
    return passkeys.requestOptions(['confirm', caller.tokenHash], await credentialIds(caller))
  }

  /** Replaces the password by a hash that no password matches, so that only passkeys sign in. Ends all other sessions. */
  async function disablePassword(caller: Principal): Promise<void> {
    identity.assertConfirmed(caller)
    const { userId, email, tokenHash, client } = caller
    const passwordHash = hasher.dummyHash(newToken())
    await database.transaction(async (trx) => {
      if (!isPassword(await lockAccount(trx, engine, userId)))
        throw new DomainError('conflict', 'The password is already turned off.')
      const { length } = await credentialIds(caller, trx)
      if (length < MIN_WITHOUT_PASSWORD || (await countRecoveryCodes(trx, userId)) === 0)
        throw new DomainError(
          'conflict',
          'This requires two passkeys, and two-factor authentication with a recovery code.',
        )
      if (!(await changePassword(trx, { userId, passwordHash, keptTokenHash: tokenHash }))) throw sessionEndedError()
      await deletePendingReset(trx, userId)
      await blocks.rememberNewPassword(trx, email, client.ip, passwordHash)
      await audit.record(trx, { event: 'password.disabled', actor: caller, userId })
      await insertMail(trx, { kind: 'password_disabled', recipient: email, now: clock().getTime() })
    })
  }

  function isPassword(passwordHash: string | null | undefined): boolean {
    return typeof passwordHash === 'string' && !hasher.isDummy(passwordHash)
  }

  async function credentialIds({ userId }: Principal, trx: Db = db): Promise<string[]> {
    return (await selectPasskeys(trx, userId)).map(({ credential_id }) => credential_id)
  }

  return {
    listPasskeys,
    startPasskey,
    addPasskey,
    removePasskey,
    startPasskeySignIn: () => passkeys.requestOptions(['sign in']),
    startPasskeyConfirmation,
    disablePassword,
  }
}

function toPasskey({ id, name, created_at, last_used_at }: PasskeyRow): Schemas['Passkey'] {
  return {
    id,
    name,
    created_at: new Date(created_at).toISOString(),
    last_used_at: last_used_at === null ? null : new Date(last_used_at).toISOString(),
  }
}

function notAcceptedError(): DomainError {
  return fieldError('unprocessable', 'id', 'This passkey was not accepted. Please try again within five minutes.')
}

function tooManyError(): DomainError {
  return new DomainError('conflict', `You have ${MAX_PASSKEYS} passkeys. Remove one first.`)
}
