import { nameAndEmailInput } from '@rapport/core/entities/profile/profile.ts'
import { fullName } from '@rapport/core/entities/users/user.ts'
import { foldedColumns, identityColumns } from '#server/db/user-row.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { requireId } from '#server/domain/parse-input.ts'
import type { Principal } from '#server/domain/principal.ts'
import { deleteMailsTo } from '#server/mail/outbox.repo.ts'
import type { RestoreRule } from '#server/records/restore-rule.ts'
import { deleteFromTrash, moveToTrash } from '#server/records/trash-rows.repo.ts'
import { assertMayDelete, assertReason } from '#server/security/account-rules.ts'
import { deleteReasons } from '#server/security/audit/audit.repo.ts'
import type { Erasure } from '#server/security/erasures/ledger-file.ts'
import type { ServiceDeps } from '#server/security/service-deps.ts'
import { createUserListing } from './user-listing.service.ts'
import { createUserStatus } from './user-status.service.ts'
import { deleteUserRow, lockActiveAdmins, noSuchUserError, selectTwoFactor } from './users.repo.ts'

interface UserDeletion {
  batch?: string | undefined
  /** Whether to delete permanently, including from the trash. */
  erase?: boolean | undefined
  reason?: string | undefined
}

export function createUsersService(deps: ServiceDeps) {
  const { database, clock, audit, ledger, requiresReason } = deps
  const { engine, transaction } = database

  async function deleteUser(caller: Principal, givenId: string, { batch, erase = false, reason }: UserDeletion) {
    assertReason(requiresReason && erase, reason)
    const id = requireId(givenId, noSuchUserError)
    if (id === caller.userId) throw new DomainError('conflict', 'You cannot delete your own account.')
    const erasure = await transaction(async (trx) => {
      const adminIds = await lockActiveAdmins(trx, engine)
      if (adminIds.length === 1 && adminIds[0] === id) {
        throw new DomainError('conflict', 'The last admin who can sign in cannot be deleted.')
      }
      const twoFactorRows = await selectTwoFactor(trx, id)
      // The trash comes first: this deletion waits for a concurrent restore, whose user is then found below.
      const trashedRow = erase ? await deleteFromTrash(trx, 'user', id) : undefined
      const row = await deleteUserRow(trx, id)
      if (row === undefined && trashedRow === undefined) throw noSuchUserError()
      // Checked on the deleted row: a refusal rolls the deletion back.
      assertMayDelete(caller, row ?? {})
      assertMayDelete(caller, trashedRow ?? {})
      if (row !== undefined && !erase) {
        const names = [fullName(row), row.email]
        const now = clock().getTime()
        await moveToTrash(trx, { entity: 'user', row: { ...row, ...twoFactorRows }, names, batch, actor: caller, now })
      }
      const event = {
        event: erase ? ('user.erased' as const) : ('user.deleted' as const),
        actor: caller,
        userId: id,
        reason,
      }
      if (!erase) return audit.record(trx, event)
      await deleteReasons(trx, id)
      const email = row?.email ?? trashedRow?.email ?? null
      const mailCount = await deleteMailsTo(trx, email === null ? [] : [email])
      await audit.record(trx, event)
      const entry = await ledger.write(trx, { id, email })
      return { entry, parts: { record: row !== undefined, trash: trashedRow !== undefined, mails: mailCount } }
    })
    if (!erasure) return undefined
    await ledger.confirm(erasure.entry)
    return toReceipt(caller, erasure.entry, erasure.parts)
  }

  return { ...createUserListing(database), deleteUser, setUserStatus: createUserStatus(deps) }
}

/** Where an erased person may still be, apart from this database (docs/operating.md). */
const REMAINS = [
  'Backups made before, and archives of the write-ahead log, until they expire. After a restore the ledger erases the person again.',
  'Pages that the database has freed and not overwritten, until the vacuum that docs/operating.md describes.',
  'The history keeps the id, and of an admin the network addresses that they acted from, until its events expire.',
  'Email that was sent. Without an SMTP server it is in files in the data folder.',
]

function toReceipt(
  caller: Principal,
  { receipt, number, id, at }: Erasure,
  erased: { record: boolean; trash: boolean; mails: number },
) {
  const { userId, firstName: first_name, lastName: last_name, email } = caller
  const erased_by = { id: userId, name: fullName({ first_name, last_name }) ?? email }
  return { receipt, number, user_id: id, erased_at: at, erased_by, erased, remains: REMAINS }
}

export const userRestore: RestoreRule = {
  table: 'users',
  uniqueField: 'email',
  uniqueValueOf: ({ email }) => email ?? '',
  input: nameAndEmailInput.shape.email,
  replaceUnique: (row, email) => {
    const { first_name = null, last_name = null } = row
    // Clears the password: otherwise an admin could restore the account under their own address and reset it.
    return { ...row, ...identityColumns({ first_name, last_name, email }), password_hash: null }
  },
  refold: (row) => ({ ...row, ...foldedColumns(row) }),
  takenMessage: (email) => `Another user now has the email address “${email}”.`,
}
