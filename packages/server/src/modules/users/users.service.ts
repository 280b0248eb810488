import type { AuditLog } from '#server/security/audit-log.ts'
import type { Database } from '#server/db/client.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { requireId } from '#server/domain/record-id.ts'
import type { Principal } from '#server/domain/principal.ts'
import { userListing } from './user-listing.service.ts'
import { deleteUserRow, lockSigningAdmins } from './users.repo.ts'

export type UsersService = ReturnType<typeof usersService>

/** The app's users: listing and deleting them. */
export function usersService(database: Database, audit: AuditLog) {
  const { engine, transaction } = database

  async function remove(caller: Principal, idText: string): Promise<void> {
    const id = requireId(idText, noSuchUser)
    if (id === caller.userId) throw new DomainError('conflict', 'You cannot delete your own account.')
    await transaction(async (trx) => {
      const admins = await lockSigningAdmins(trx, engine)
      if (admins.length === 1 && admins[0] === id) {
        throw new DomainError('conflict', 'The last admin who can sign in cannot be deleted.')
      }
      if (!(await deleteUserRow(trx, id))) throw noSuchUser()
      await audit.record(trx, { event: 'user.deleted', by: caller, target: { type: 'user', id } })
    })
  }

  return { ...userListing(database), remove }
}

function noSuchUser(): DomainError {
  return new DomainError('not_found', 'There is no such user.')
}
