import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { requireId } from '#server/domain/parse-input.ts'
import type { Principal } from '#server/domain/principal.ts'
import { deletableBy, mayManage } from '#server/security/account-rules.ts'
import { erasureMac } from '#server/security/erasures/erasure-ledger.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'
import { eventChunks, identityOf, selectCopies, selectParts } from './person-file.repo.ts'

type PersonFileDeps = ServiceDeps & { auditDays: number | undefined }

/** Where each part comes from, and how long it is kept. */
const PARTS = [
  ['record', 'The user as the app and admins have saved it.', 'Until the user is deleted.'],
  ['picture', 'The address of the picture, which this system does not store.', 'As long as the record.'],
  ['trash', 'The record as it was deleted.', '30 days, unless it is restored, purged or erased before.'],
  ['sessions', 'Sign-ins to the console.', 'Until they end: 12 hours at most, or an hour without use.'],
  ['tokens', 'API tokens that the person has created.', 'Until they are revoked.'],
  ['two_factor', 'Two-factor authentication, without the secret.', 'Until it is turned off.'],
  ['passkeys', 'Devices that sign in without a password, with their public keys.', 'Until they are removed.'],
  ['recovery_codes', 'The number of unused recovery codes.', 'Until two-factor authentication is turned off.'],
  ['sign_ins', 'Sign-ins that wait for a code.', 'A few minutes.'],
  ['password_resets', 'Requests for a code to reset the password, without the codes.', '30 days at most.'],
  ['mails', 'Email that waits to be sent, without its text.', 'Until it is sent: a week at most.'],
  ['erasures', 'The ledger of erasures, with a keyed digest of the address.', 'For good.'],
] as const

/** Creates the file of a person: everything that the system holds about them. */
export function createPersonFileService({ database, clock, key, audit, identity, auditDays }: PersonFileDeps) {
  const { db, transaction } = database

  /** Records the download first. Throws `not_found` for a user who is neither listed nor in what the caller sees of the trash. */
  async function getPersonFile(caller: Principal, givenId: string) {
    const noSuchUserError = () => new DomainError('not_found', 'There is no such user.')
    const id = requireId(givenId, noSuchUserError)
    const { record, trashed } = await selectCopies(db, id)
    const copies = { record, trashed: deletableBy(caller).includes('user') ? trashed : undefined }
    if (!copies.record && !copies.trashed) throw noSuchUserError()
    const { emails, isAccount } = identityOf(copies)
    if (!mayManage(caller, { password_hash: isAccount ? '' : null }))
      throw new DomainError('forbidden', 'An API token cannot export an account that signs in to the console.')
    if (isAccount) identity.assertConfirmed(caller)
    await transaction((trx) => audit.record(trx, { event: 'user.exported', actor: caller, userId: id }))
    const emailMacs = emails.map((email) => erasureMac(key, email))
    const data = await selectParts(db, id, copies, { emails, emailMacs })
    const parts = PARTS.map(([name, source, kept]): Schemas['PersonFilePart'] => {
      return { name, source, kept, data: data[name] }
    })
    const source = 'The audit log: what was done about the person, and by them. The list `events` has it.'
    const events = {
      name: 'events',
      source,
      kept: auditDays === undefined ? 'For good.' : `${auditDays} days.`,
      data: [],
    }
    return {
      /** Streamed, since an admin may have caused a great many. */
      events: eventChunks(db, id),
      file: { user_id: id, made_at: clock().toISOString(), parts: [...parts, events] },
    }
  }

  return { getPersonFile }
}
