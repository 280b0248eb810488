import { selectUsers } from '@rapport/core/client/select-users.ts'
import { USER_SORTS, type UserListQuery } from '@rapport/core/entities/users/user.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import { allOf, allUsers, variedUsers } from '#server/testing/varied-users.ts'
import { userChunks } from './user-chunks.repo.ts'
import { orderBy, parseOrder, parseUserFilter } from './user-filter.repo.ts'
import { createUserListing } from './user-listing.service.ts'
import { toUser } from './users.repo.ts'

const READER = { userId: 1 }
const ALL = Number.POSITIVE_INFINITY

const FILTERS: UserListQuery[] = [
  {},
  { search: 'exa' },
  { search: 'example.com' },
  { search: 'a' },
  { search: 'er' },
  { search: 'om' },
  { search: 'zq' },
  { search: 'e\u034fp' },
  { search: '"' },
  { search: '"quo' },
  { search: '1' },
  { search: '12' },
  { search: 'unknown' },
  { search: 'example 1' },
  { search: 'com  exa' },
  { search: 'e a' },
  { search: '1 om', status: ['active'] },
  { search: '#12' },
  { search: '#12', id: '13' },
  { search: '#unknown' },
  { status: ['ÄKTIV'] },
  { role: ['Üser'], search: 'ÉVA' },
  { joined_from: '2026-01-04T00:00:00.000Z' },
  { joined_from: '2026-01-03T00:00:00Z', joined_to: '2026-01-09T00:00:00Z', status: ['active'], search: 'ä' },
  { joined_to: '2026-01-06T00:00:00Z', role: ['admin'] },
  { status: ['active', 'äktiv'], role: ['no-plan'] },
  { status: ['not-set', 'ÄKTIV'] },
  { status: ['not-active'], search: 'exa' },
  { gender: ['žena', 'not-set'], search: 'a' },
  { gender: ['ete'], facets: true },
  { age_from: 19, age_to: 20, role: ['user'] },
  { age_to: 18, age_not_set: true, search: 'om' },
  { age_not_set: true, facets: true, search: 'é', status: ['active'] },
  { profile_completed: true, search: 'example' },
  { profile_completed: false, joined_from: '2026-01-06T00:00:00Z', facets: true },
]

/** Pairs each filter with at least four orders, and each order with at least four filters. */
const QUERIES = FILTERS.flatMap((filters, row) =>
  USER_SORTS.filter((_, column) => (row + column) % 4 === 0).map((sort) => Object.assign({ sort }, filters)),
)

const PAGES = [
  { page: 1, page_size: 7 },
  { page: 3, page_size: 7 },
  { page: 9, page_size: 7 },
]

onEachEngine(({ it, start }) => {
  it.each([
    ['filter, then sort', 1000],
    ['scan of the sort index', 0],
  ])('returns the same pages and lists as selectUsers of core: %s', async (_, maxSorted) => {
    await using server = await start({ users: variedUsers })
    const { listPage } = createUserListing(server.database, { maxSorted, maxMatches: ALL })
    const { listAll } = createUserListing(server.database, { maxSorted })
    const expectedUsers = await allUsers(server)
    for (const query of QUERIES) {
      const { chunks, counts } = await listAll(query, READER)
      const users = await allOf(chunks)
      expect({ query, users, ...counts() }).toEqual({ query, ...selectUsers(expectedUsers, query) })
      for (const page of PAGES) {
        const { total, ...expected } = selectUsers(expectedUsers, { ...query, ...page })
        const response = await listPage({ ...query, ...page }, READER)
        // The total is unknown if the sort index is scanned.
        const expectedTotal = maxSorted > 0 ? total : response.total
        expect({ query, page, ...response }).toMatchObject({ query, page, ...expected, total: expectedTotal })
      }
    }
  })

  it('continues from the last user, whatever its values, in chunks of any size', async () => {
    await using server = await start({ users: variedUsers })
    const { db, engine } = server.database
    const expectedUsers = await allUsers(server)
    for (const sort of USER_SORTS) {
      const chunks = userChunks(db, engine, parseUserFilter({ search: 'a' }), parseOrder({ sort }, engine), 1)
      const users = (await allOf(chunks)).map(toUser)
      expect({ sort, users }).toEqual({ sort, users: selectUsers(expectedUsers, { search: 'a', sort }).users })
    }
  })

  it.each([1000, 0])(
    'has pages and an exact total up to the bound, and a clear error beyond (%d)',
    async (maxSorted) => {
      await using server = await start({ users: variedUsers })
      const { listPage } = createUserListing(server.database, { maxSorted, maxMatches: 10 })
      const expectedUsers = await allUsers(server)
      const query = { search: 'example.com', sort: 'name', page_size: 4 } as const
      const { users: matches } = selectUsers(expectedUsers, { search: 'example.com', sort: 'name' })
      expect(matches.length).toBeGreaterThan(10)
      const pages = [1, 2, 3].map(async (page) => listPage({ ...query, page }, READER))
      const responses = await Promise.all(pages)
      expect(responses.flatMap(({ users }) => users)).toEqual(matches.slice(0, 10))
      for (const response of responses) expect(response).toMatchObject({ total: 10, total_is_minimum: true })
      await expect(listPage({ ...query, page: 4 }, READER)).rejects.toMatchObject({
        kind: 'invalid',
        message: expect.stringMatching(/paged up to 10 users\. Please narrow the search/),
      })
    },
  )

  it.each([1000, 0])('has a shorter last page, and an empty page where nothing matches (%d)', async (maxSorted) => {
    await using server = await start({ users: variedUsers })
    const { listPage } = createUserListing(server.database, { maxSorted, maxMatches: 10 })
    const expectedUsers = await allUsers(server)
    expect(await listPage({ page: 9, page_size: 7 }, READER)).toMatchObject({
      total: expectedUsers.length,
      users: [{}, {}, {}, {}, {}],
    })
    const emptyPage = await listPage({ page: 99, search: 'unknown' }, READER)
    expect(emptyPage).toEqual({ ...selectUsers(expectedUsers, {}), users: [], total: 0 })
  })

  it.for(USER_SORTS)('scans an index by %s without sorting', async (sort, { server }) => {
    const { db, engine } = server.database
    const order = orderBy(parseOrder({ sort }, engine))
    const page = sql`select users.id from users order by ${order} limit 10 offset 100`
    const plan = await db.transaction().execute(async (trx) => {
      if (engine === 'sqlite') return (await sql`explain query plan ${page}`.execute(trx)).rows
      // Otherwise PostgreSQL would scan a table this small.
      await sql`set local enable_seqscan = off`.execute(trx)
      await sql`set local enable_bitmapscan = off`.execute(trx)
      return (await sql`explain ${page}`.execute(trx)).rows
    })
    const text = JSON.stringify(plan)
    expect(text).toMatch(/SCAN users|Index(?: Only)? Scan/)
    expect(text).not.toMatch(/TEMP B-TREE|Sort/)
  })
})
