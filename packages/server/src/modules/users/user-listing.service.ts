import type { Schemas } from '@rapport/core/api/contract-types.ts'
import {
  DEFAULT_PAGE_SIZE,
  type JoinedCount,
  type UserListQuery,
  type UserSummary,
  type ValueCount,
} from '@rapport/core/entities/users/user.ts'
import type { Database } from '#server/db/client.ts'
import type { Reader } from '#server/db/long-reads.ts'
import { DomainError } from '#server/domain/domain-error.ts'
import { BATCH, userBatches } from './user-batches.repo.ts'
import { countedMatches, countJoined, readCounts, compactUserCounts, type UserCounts } from './user-counts.repo.ts'
import {
  MAX_SORTED,
  MAX_SCANNED,
  selectFound,
  selectFrequent,
  selectInOrder,
  SORTED_FOR_EACH,
} from './user-pages.repo.ts'
import { isByCounts, isSelective, type Order, readOrder, readSelection, type Selection } from './user-selection.repo.ts'
import type { ListedUser } from './users.repo.ts'

type User = Schemas['User']

/** A searched or filtered list is counted, and has pages, up to this many users (openapi/users.yaml). */
const MAX_MATCHES = 10_000

/** Counts of all users, which stand beside any list. */
interface AllCounts {
  summary: UserSummary
  statuses: ValueCount[]
  roles: ValueCount[]
  joined?: JoinedCount[]
}

interface Found {
  users: User[]
  total: number
  total_is_minimum?: true
}

/** All matches of a query without a page, as they are read. */
interface UserListing {
  batches: AsyncIterable<User[]>
  /** Complete once all users have been read. */
  counts: () => { total: number } & AllCounts
}

/** The app's users, read: one page of them, or all that match. */
export function userListing(
  database: Database,
  { maxSorted = MAX_SORTED, maxMatches = MAX_MATCHES, maxScanned = MAX_SCANNED } = {},
) {
  const { engine } = database
  const { db, start, resume } = database.reader

  /** The same as `selectUsers` of core over all users, up to the contract's bound. */
  async function listPage(query: UserListQuery, reader: Reader): Promise<Found & AllCounts> {
    const counts = await readCounts(database.db)
    return { ...(await findPage(query, counts, reader)), ...(await countAll(query, counts, reader)) }
  }

  async function countAll(
    query: UserListQuery,
    { summary, statuses, roles }: UserCounts,
    reader: Reader,
  ): Promise<AllCounts> {
    const { joined_bounds: bounds } = query
    // One pass over an index counts ranges that do not overlap, however many they are.
    if (bounds?.some((bound, place) => bound < (bounds[place - 1] ?? bound))) throw notAscending()
    const joined = bounds && (await start(() => countJoined(db, engine, bounds), reader))
    return { summary, statuses, roles, ...(joined && { joined }) }
  }

  async function findPage(query: UserListQuery, counts: UserCounts, reader: Reader): Promise<Found> {
    const selection = readSelection(query)
    const order = readOrder(query, engine)
    const size = query.page_size ?? DEFAULT_PAGE_SIZE
    const offset = ((query.page ?? 1) - 1) * size
    if (!isSelective(selection)) {
      const { total } = counts.summary
      const slice = { order, offset, limit: size, total }
      // Not worth the way to another thread.
      const isSoonRead = Math.min(offset, total - offset) <= maxMatches
      const rows = isSoonRead
        ? await selectInOrder(database.db, engine, selection, slice)
        : await start(() => selectInOrder(db, engine, selection, slice), reader)
      return { users: rows.map(toUser), total }
    }
    return start(() => searchPage(selection, { order, offset, size }, counts), reader)
  }

  async function searchPage(
    selection: Selection,
    { order, offset, size }: { order: Order; offset: number; size: number },
    counts: UserCounts,
  ): Promise<Found> {
    const shown = Math.max(0, Math.min(size, maxMatches - offset))
    const counted = countedMatches(counts, selection)
    if (counted === 0) return { users: [], total: 0 }
    // The nearer a page is to the first, the sooner it is met; but all matches are counted up to the bound.
    const fewest = Math.max(maxMatches, (offset + shown) * SORTED_FOR_EACH)
    const max = selection.term !== '' && order.isByText ? maxSorted : Math.min(maxSorted, fewest)
    const isFrequent = isByCounts(selection) && counted > max
    const found = isFrequent
      ? undefined
      : await selectFound(db, engine, selection, { order, offset, limit: shown }, max)
    if (found && found.total <= maxMatches) return { users: found.rows.map(toUser), total: found.total }
    if (shown === 0) throw pageOutOfRange(maxMatches)
    const rows =
      found?.rows ?? (await selectFrequent(db, engine, selection, { order, offset, limit: shown }, maxScanned))
    return { users: rows.map(toUser), total: maxMatches, total_is_minimum: true }
  }

  async function listAll(query: UserListQuery, reader: Reader): Promise<UserListing> {
    const selection = readSelection(query)
    const order = readOrder(query, engine)
    const counts = await countAll(query, await readCounts(database.db), reader)
    const max = Math.min(maxSorted, maxMatches)
    const found = await start(
      async () =>
        isSelective(selection) ? await selectFound(db, engine, selection, { order, offset: 0 }, max) : undefined,
      reader,
    )
    let total = 0
    return { batches: found ? listed(found.rows) : batches(), counts: () => ({ total, ...counts }) }

    async function* listed(rows: ListedUser[]): AsyncGenerator<User[]> {
      total = rows.length
      for (let next = 0; next < rows.length; next += BATCH) yield rows.slice(next, next + BATCH).map(toUser)
    }

    async function* batches(): AsyncGenerator<User[]> {
      const iterator = userBatches(db, engine, selection, order)
      for (;;) {
        const { value, done } = await resume(() => iterator.next())
        if (done === true) return
        total += value.length
        yield value.map(toUser)
      }
    }
  }

  return { listAll, listPage, compactUserCounts: () => compactUserCounts(database.db, engine) }
}

function notAscending(): DomainError {
  const text = 'Please send the instants in ascending order.'
  return new DomainError('invalid', text, { fields: { joined_bounds: text } })
}

function pageOutOfRange(max: number): DomainError {
  const text = `A searched or filtered list has pages for its first ${max.toLocaleString('en-US')} users only. Please narrow the search, or ask without page and page_size for all that match.`
  return new DomainError('invalid', text, { fields: { page: text } })
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

/** Reuses the text of `created_at` where both are equal: formatting a date is the slowest part of a row. */
function joinedDate({ joined_at, created_at }: ListedUser, created: string): string | null {
  if (joined_at === null) return null
  return joined_at === created_at ? created : new Date(joined_at).toISOString()
}
