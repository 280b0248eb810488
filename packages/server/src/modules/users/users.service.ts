import { DEFAULT_PAGE_SIZE, type User, type UserListQuery, type UserPage } from '@rapport/core/users/user.ts'
import type { AuditLog } from '#server/audit/audit-log.ts'
import type { Database } from '#server/db/client.ts'
import { DomainError } from '#server/domain-error.ts'
import { parseId } from '#server/record-id.ts'
import type { SignedIn } from '#server/signed-in.ts'
import {
  countUsers,
  deleteUserRow,
  type ListedUser,
  lockSigningAdmins,
  selectUserRows,
  summarizeUsers,
} from './users.repo.ts'

export type UsersService = ReturnType<typeof usersService>

/** The app's users: listing and deleting them. */
export function usersService({ db, engine, transaction }: Database, audit: AuditLog) {
  async function listAll(): Promise<User[]> {
    return (await selectUserRows(db, {})).map(toUser)
  }

  /** Answers as `selectUsers` of core does over all users. */
  async function listPage(query: UserListQuery): Promise<UserPage> {
    const isPaged = query.page !== undefined || query.page_size !== undefined
    const limit = query.page_size ?? DEFAULT_PAGE_SIZE
    const rows = await selectUserRows(
      db,
      query,
      isPaged ? { limit, offset: ((query.page ?? 1) - 1) * limit } : undefined,
    )
    return {
      users: rows.map(toUser),
      total: isPaged ? await countUsers(db, query) : rows.length,
      summary: await summarizeUsers(db),
    }
  }

  async function remove(caller: SignedIn, idText: string): Promise<void> {
    const id = parseId(idText)
    if (id === undefined) throw noSuchUser()
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

  return { listAll, listPage, remove }
}

function noSuchUser(): DomainError {
  return new DomainError('not_found', 'There is no such user.')
}

/** A row as the contract has it. */
export function toUser({ joined_at, created_at, profile_completed, ...user }: ListedUser): User {
  return {
    ...user,
    created_at: new Date(created_at).toISOString(),
    joined_date: joined_at === null ? null : new Date(joined_at).toISOString(),
    profile_completed: profile_completed === null ? null : profile_completed === 1,
  }
}
