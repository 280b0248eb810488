import { DEFAULT_PAGE_SIZE, type User, type UserListQuery, type UserPage } from '@rapport/core/users/user.ts'
import type { Database } from '#server/db/client.ts'
import { userBatches } from './user-batches.repo.ts'
import { selectPage } from './user-pages.repo.ts'
import { readOrder, readSelection, THRESHOLDS } from './user-selection.repo.ts'
import { sumUpCounts } from './user-totals.repo.ts'
import { userTotals } from './user-totals.service.ts'
import type { ListedUser } from './users.repo.ts'

/** All matches of a query without a page, as they are read. */
export interface UserListing {
  /** Not asked for by the plain specification. */
  counts?: Omit<UserPage, 'users'>
  batches: AsyncIterable<User[]>
}

/** The app's users, read: one page of them, or all that match. */
export function userListing({ db, engine }: Database, thresholds = THRESHOLDS) {
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

  return { listAll, listPage, sumUpCounts: () => sumUpCounts(db, engine) }
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
