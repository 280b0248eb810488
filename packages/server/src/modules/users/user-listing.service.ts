import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { DEFAULT_PAGE_SIZE, type UserListQuery } from '@rapport/core/entities/users/user.ts'
import { countFacets } from '@rapport/core/statistics/user-counts.ts'
import type { Database } from '#server/db/client.ts'
import type { WaitingClient } from '#server/db/long-reads.ts'
import { chunksOf } from '#server/domain/chunks.ts'
import { fieldError } from '#server/domain/domain-error.ts'
import { CHUNK_SIZE, userChunks } from './user-chunks.repo.ts'
import {
  countFacetGroups,
  countInGroups,
  countJoined,
  readCounts,
  compactUserCounts,
  type UserCounts,
} from './user-counts.repo.ts'
import {
  isCountKnown,
  isFiltered,
  type Order,
  parseOrder,
  parseUserFilter,
  type UserFilter,
} from './user-filter.repo.ts'
import { MAX_SORTED, filterThenSort, scanSortIndex, SCAN_FACTOR } from './user-pages.repo.ts'
import { type ListedUser, toUser } from './users.repo.ts'

type User = Schemas['User']

/** Totals of a searched or filtered list are exact, and pages exist, up to this many users (openapi/users.yaml). */
const MAX_MATCHES = 10_000

/** Creates the lists of users: one page, or all matches. */
export function createUserListing(database: Database, { maxSorted = MAX_SORTED, maxMatches = MAX_MATCHES } = {}) {
  const { engine } = database
  const { db, run, runNext } = database.longReads

  /** Returns the same as core's `selectUsers` over all users, up to `MAX_MATCHES`. */
  async function listPage(query: UserListQuery, reader: WaitingClient) {
    const counts = await readCounts(database.db)
    return { ...(await findPage(query, counts, reader)), ...(await countAll(query, counts, reader)) }
  }

  /** Counts all users, regardless of the filter. */
  async function countAll(query: UserListQuery, { summary, statuses, roles }: UserCounts, reader: WaitingClient) {
    const { joined_bounds: bounds } = query
    // Ascending bounds make ranges that do not overlap, so that one pass over an index counts them all.
    if (bounds?.some((bound, index) => bound < (bounds[index - 1] ?? bound)))
      throw fieldError('invalid', 'joined_bounds', 'Please send the instants in ascending order.')
    const joined = bounds && (await run(() => countJoined(db, engine, bounds), reader))
    const filter = parseUserFilter(query)
    const groups = query.facets ? await run(() => countFacetGroups(db, engine, filter), reader) : undefined
    return {
      summary,
      statuses,
      roles,
      ...(joined && { joined }),
      ...(groups && { facets: countFacets(groups, query) }),
    }
  }

  async function findPage(query: UserListQuery, counts: UserCounts, reader: WaitingClient) {
    const filter = parseUserFilter(query)
    const order = parseOrder(query, engine)
    const size = query.page_size ?? DEFAULT_PAGE_SIZE
    const offset = ((query.page ?? 1) - 1) * size
    if (!isFiltered(filter)) {
      const { total } = counts.summary
      const slice = { order, offset, limit: size, total }
      // Too cheap to hand to a worker.
      const isCheap = Math.min(offset, total - offset) <= maxMatches
      const rows = isCheap
        ? await scanSortIndex(database.db, engine, filter, slice)
        : await run(() => scanSortIndex(db, engine, filter, slice), reader)
      return { users: rows.map(toUser), total }
    }
    return run(() => searchPage(filter, { order, offset, size }, counts), reader)
  }

  async function searchPage(
    filter: UserFilter,
    { order, offset, size }: { order: Order; offset: number; size: number },
    counts: UserCounts,
  ) {
    const limit = Math.max(0, Math.min(size, maxMatches - offset))
    const groupCount = countInGroups(counts, filter)
    if (groupCount === 0) return { users: [], total: 0 }
    // Early pages fill quickly, but matches are always counted up to `MAX_MATCHES`.
    const scanLength = Math.max(maxMatches, (offset + limit) * SCAN_FACTOR)
    const max = filter.words.length > 0 && order.isByText ? maxSorted : Math.min(maxSorted, scanLength)
    const isMany = isCountKnown(filter) && groupCount > max
    const sortedMatches = isMany ? undefined : await filterThenSort(db, engine, filter, { order, offset, limit }, max)
    if (sortedMatches && sortedMatches.total <= maxMatches)
      return { users: sortedMatches.rows.map(toUser), total: sortedMatches.total }
    if (limit === 0)
      throw fieldError(
        'invalid',
        'page',
        `A searched or filtered list is paged up to ${maxMatches.toLocaleString('en-US')} users. Please narrow the search, or omit page and page_size to get every match.`,
      )
    const rows = sortedMatches?.rows ?? (await scanSortIndex(db, engine, filter, { order, offset, limit }))
    return { users: rows.map(toUser), total: maxMatches, total_is_minimum: true as const }
  }

  /** Streams all matches; the counts are complete once all users have been read. */
  async function listAll(query: UserListQuery, reader: WaitingClient) {
    const filter = parseUserFilter(query)
    const order = parseOrder(query, engine)
    const counts = await countAll(query, await readCounts(database.db), reader)
    const max = Math.min(maxSorted, maxMatches)
    const sortedMatches = await run(
      async () =>
        isFiltered(filter) ? await filterThenSort(db, engine, filter, { order, offset: 0 }, max) : undefined,
      reader,
    )
    let total = 0
    return {
      chunks: sortedMatches ? splitIntoChunks(sortedMatches.rows) : scanChunks(),
      counts: () => ({ total, ...counts }),
    }

    async function* splitIntoChunks(rows: ListedUser[]): AsyncGenerator<User[]> {
      total = rows.length
      for (const chunk of chunksOf(rows, CHUNK_SIZE)) yield chunk.map(toUser)
    }

    async function* scanChunks(): AsyncGenerator<User[]> {
      const iterator = userChunks(db, engine, filter, order)
      for (;;) {
        const { value, done } = await runNext(() => iterator.next())
        if (done === true) return
        total += value.length
        yield value.map(toUser)
      }
    }
  }

  return { listAll, listPage, compactUserCounts: () => compactUserCounts(database.db, engine) }
}
