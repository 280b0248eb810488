import { DEFAULT_PAGE_SIZE, type User, type UserListQuery, type UserPage } from '@rapport/core/users/user.ts'
import type { Database } from '#server/db/client.ts'
import { DomainError } from '#server/domain-error.ts'
import { parseId } from '#server/record-id.ts'
import type { SignedIn } from '#server/signed-in.ts'
import { userBatches } from './user-batches.repo.ts'
import { selectPage } from './user-pages.repo.ts'
import { readOrder, readSelection, THRESHOLDS } from './user-selection.repo.ts'
import { sumUpCounts } from './user-totals.repo.ts'
import { userTotals } from './user-totals.service.ts'
import { deleteUserRow, type ListedUser, lockSigningAdmins } from './users.repo.ts'

export type UsersService = ReturnType<typeof usersService>

/** All matches of a query without a page, as they are read. */
export interface UserListing {
  /** Not asked for by the plain specification. */
  counts?: Omit<UserPage, 'users'>
  batches: AsyncIterable<User[]>
}

/** The app's users: listing and deleting them. */
export function usersService({ db, engine, transaction }: Database, thresholds = THRESHOLDS) {
  const { count } = userTotals({ db, engine }, thresholds)

  async function listAll(query: UserListQuery): Promise<UserListing> {
    const selection = readSelection(query)
    const order = readOrder(query.sort ?? 'id', engine)
    const isPlain = Object.keys(query).length === 0
    if (isPlain) return { batches: asUsers(userBatches(db, engine, { selection, order, isRare: false })) }
    const { isRare, ...counts } = await count(selection)
    return { counts, batches: asUsers(userBatches(db, engine, { selection, order, isRare })) }
  }

  /** Answers as `selectUsers` of core does over all users. */
  async function listPage(query: UserListQuery): Promise<UserPage> {
    const selection = readSelection(query)
    const order = readOrder(query.sort ?? 'id', engine)
    const limit = query.page_size ?? DEFAULT_PAGE_SIZE
    const { total, isRare, summary } = await count(selection)
    const offset = ((query.page ?? 1) - 1) * limit
    const rows = await selectPage(db, engine, { selection, order, offset, limit, total, isRare }, thresholds)
    return { users: rows.map(toUser), total, summary }
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
    })
  }

  return { listAll, listPage, remove, sumUpCounts: () => sumUpCounts(db, engine) }
}

function noSuchUser(): DomainError {
  return new DomainError('not_found', 'There is no such user.')
}

async function* asUsers(batches: AsyncIterable<ListedUser[]>): AsyncGenerator<User[]> {
  for await (const rows of batches) yield rows.map(toUser)
}

/** A row as the contract has it, field by field, so that nothing else gets out. */
export function toUser(row: ListedUser): User {
  const created_at = new Date(row.created_at).toISOString()
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    profile_image: row.profile_image,
    created_at,
    joined_date: joinedDate(row, created_at),
    age: row.age,
    gender: row.gender,
    status: row.status,
    role: row.role,
    profile_completed: row.profile_completed === null ? null : row.profile_completed === 1,
  }
}

/** Mostly that of the record: making the text of an instant takes longer than anything else about a row. */
function joinedDate({ joined_at, created_at }: ListedUser, created: string): string | null {
  if (joined_at === null) return null
  return joined_at === created_at ? created : new Date(joined_at).toISOString()
}
