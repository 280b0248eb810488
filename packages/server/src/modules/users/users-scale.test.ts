import { selectUsers } from '@rapport/core/users/select-users.ts'
import { type User, USER_SORTS, type UserListQuery } from '@rapport/core/users/user.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { asAdmin } from '#server/testing/call.ts'
import { onEachEngine, onPostgres } from '#server/testing/on-each-engine.ts'
import { AT_ONCE, together } from '#server/testing/races.ts'
import { startTestServer, type TestServer } from '#server/testing/start.ts'
import { userBatches } from './user-batches.repo.ts'
import { orderBy, readOrder, readSelection, type Thresholds } from './user-selection.repo.ts'
import { readCensus, sumUpCounts, summaryOf } from './user-totals.repo.ts'
import { toUser, userListing } from './user-listing.service.ts'

/** Every way of answering is taken with few users, as with a million. */
const THRESHOLDS: Record<string, Thresholds> = {
  'few matches': { rare: 1000, few: 1000, fewAlike: 1000, scanned: 1000, sortedById: 1000 },
  'many matches': { rare: 0, few: 0, fewAlike: 0, scanned: 0, sortedById: 0 },
  'rare terms that are sorted by': { rare: 1000, few: 0, fewAlike: 1000, scanned: 0, sortedById: 0 },
  'rare terms among many matches': { rare: 1000, few: 0, fewAlike: 0, scanned: 0, sortedById: 0 },
  'matches sorted by id alone': { rare: 0, few: 0, fewAlike: 0, scanned: 0, sortedById: 1000 },
}

const people: Partial<User>[] = Array.from({ length: 60 }, (_, index) => ({
  first_name: ['Éva', 'Zoë', 'anna', 'ÅSA', null, '"quoted"'][index % 6] ?? null,
  last_name: ['Müller', 'O’Brien', null, 'İnan'][index % 4] ?? null,
  email: index % 7 === 0 ? null : `P${index}@${index % 3 === 0 ? 'Example.com' : 'exämple.org'}`,
  age: index % 5 === 0 ? null : 18 + (index % 4),
  gender: ['Žena', 'žena', 'ÉTÉ', 'ete', '', null][index % 6] ?? null,
  status: ['active', 'ÄKTIV', 'äktiv', null][index % 4] ?? null,
  role: ['admin', 'user', 'Üser', 'üser'][index % 4] ?? null,
  joined_date: index % 9 === 0 ? null : new Date(Date.UTC(2026, 0, 1 + (index % 13))).toISOString(),
  created_at: '2026-01-05T00:00:00.000Z',
}))

const FILTERS: UserListQuery[] = [
  {},
  { search: 'exa' },
  { search: 'example.com' },
  { search: 'a' },
  { search: 'er' },
  { search: 'e\u034fp' },
  { search: '"' },
  { search: '"quo' },
  { search: '1' },
  { search: '12' },
  { search: 'nobody' },
  { status: 'ÄKTIV' },
  { role: 'Üser', search: 'ÉVA' },
  { joined_from: '2026-01-04T00:00:00.000Z' },
  { joined_from: '2026-01-03T00:00:00Z', joined_to: '2026-01-09T00:00:00Z', status: 'active', search: 'ä' },
  { joined_to: '2026-01-06T00:00:00Z', role: 'admin' },
]

const PAGES = [{ page_size: 7 }, { page: 2, page_size: 7 }, { page: 5, page_size: 7 }, { page: 9, page_size: 7 }, {}]

async function allUsers({ database: { db, engine } }: TestServer): Promise<User[]> {
  const listing = { selection: readSelection({}), order: readOrder('id', engine), isRare: false }
  const users: User[] = []
  for await (const batch of userBatches(db, engine, listing)) users.push(...batch.map(toUser))
  return users
}

onEachEngine((start) => {
  it.each(Object.entries(THRESHOLDS))('answers as selectUsers of core does: %s', async (_, thresholds) => {
    await using server = await start({ users: people })
    const users = userListing(server.database, thresholds)
    const all = await allUsers(server)
    for (const filters of FILTERS) {
      for (const sort of USER_SORTS) {
        for (const page of PAGES) {
          const query = { ...filters, sort, page: 1, ...page }
          expect({ query, ...(await users.listPage(query)) }).toEqual({ query, ...selectUsers(all, query) })
        }
      }
    }
  })

  it('streams as selectUsers of core answers, one user at a time too', async () => {
    await using server = await start({ users: people })
    const { db, engine } = server.database
    const all = await allUsers(server)
    for (const filters of FILTERS) {
      for (const sort of USER_SORTS) {
        const query = { ...filters, sort }
        for (const isRare of [true, false]) {
          const listing = {
            selection: readSelection(query),
            order: readOrder(sort, engine),
            isRare: isRare && (filters.search?.length ?? 0) > 2,
          }
          const users: User[] = []
          for await (const batch of userBatches(db, engine, listing, 4)) users.push(...batch.map(toUser))
          expect({ query, users }).toEqual({ query, users: selectUsers(all, query).users })
        }
      }
    }
  })

  it('counts anew as soon as a user has come, gone or changed', async () => {
    await using server = await start({ users: [{ first_name: 'Éva' }] })
    const call = await asAdmin(server)
    const total = async () =>
      (await call<{ total: number }>('GET', '/api/admin/users?page=1&search=eva')).body.data.total
    expect(await total()).toBe(1)
    const { id } = await server.addUser({ last_name: 'Evans' })
    expect(await total()).toBe(2)
    await server.database.db
      .updateTable('users')
      .set({ name_folded: 'somebody' })
      .where('id', '=', Number(id))
      .execute()
    expect(await total()).toBe(1)
    await server.database.db.deleteFrom('users').where('name_folded', '=', 'eva user').execute()
    expect(await total()).toBe(0)
  })

  it('keeps the counts right while users come, change and go at the same time', async () => {
    await using server = await start({ users: people })
    const { db, engine } = server.database
    await together(AT_ONCE, async (worker) => {
      for (let round = 0; round < 5; round += 1) {
        const { id } = await server.addUser({ role: ['admin', 'user', null][worker % 3] ?? null })
        await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', Number(id)).execute()
        if (worker === 0) await sumUpCounts(db, engine)
        if (round % 2 === 0) await db.deleteFrom('users').where('id', '=', Number(id)).execute()
      }
    })
    await sumUpCounts(db, engine)
    const expected = selectUsers(await allUsers(server), {}).summary
    expect(summaryOf(await readCensus(db, engine))).toEqual(expected)
    expect(expected.total).toBe(61 + AT_ONCE * 2)
  })

  it.each(USER_SORTS)('goes through an index by %s, and back, without sorting', async (sort) => {
    await using server = await start()
    const { db, engine } = server.database
    for (const isBackwards of [false, true]) {
      const order = orderBy(readOrder(sort, engine), isBackwards)
      const page = sql`select users.id from users order by ${order} limit 10 offset 100`
      const plan = await db.transaction().execute(async (trx) => {
        if (engine === 'sqlite') return (await sql`explain query plan ${page}`.execute(trx)).rows
        // Of a table this small PostgreSQL would rather read all.
        await sql`set local enable_seqscan = off`.execute(trx)
        await sql`set local enable_bitmapscan = off`.execute(trx)
        return (await sql`explain ${page}`.execute(trx)).rows
      })
      const text = JSON.stringify(plan)
      expect(text).toMatch(/SCAN users|Index(?: Only)? Scan/)
      expect(text).not.toMatch(/TEMP B-TREE|Sort/)
    }
  })

  it('takes back the count of a write that is taken back', async () => {
    await using server = await start()
    const { db, engine, transaction } = server.database
    const before = summaryOf(await readCensus(db, engine))
    const failing = transaction(async (trx) => {
      await trx.deleteFrom('users').execute()
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    expect(summaryOf(await readCensus(db, engine))).toEqual(before)
  })
})

onPostgres((start, createDatabase) => {
  it('lets nobody who adds a user wait for another', async () => {
    await using server = await start()
    const { db, transaction } = server.database
    const added = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    const first = transaction(async (trx) => {
      await trx.insertInto('users').values({ created_at: 0, role: 'user' }).execute()
      added.resolve()
      await done.promise
    })
    await added.promise
    // The first one is not finished yet: with one row per count, this would wait for it until it gives up.
    await db.insertInto('users').values({ created_at: 0, role: 'user' }).execute()
    await sumUpCounts(db, 'postgres')
    done.resolve()
    await first
    expect(summaryOf(await readCensus(db, 'postgres'))).toMatchObject({ total: 3, basic: 2 })
  })

  it('sums the log up by itself when it has grown long', async () => {
    await using server = await start()
    const { db } = server.database
    const call = await asAdmin(server)
    for (let round = 0; round < 510; round += 1) {
      await db.updateTable('users').set({ age: 30 }).where('id', '=', server.admin.id).execute()
    }
    await call('GET', '/api/admin/users?page=1')
    expect(await db.selectFrom('user_counts').selectAll().execute()).toMatchObject([{ users: 1 }])
    await server.sweep()
  })

  it('lists users on a server that only reads, however long the log has grown', async () => {
    const databaseUrl = await createDatabase()
    await using server = await startTestServer({ databaseUrl, onConnectionLost: () => undefined })
    const { db } = server.database
    const call = await asAdmin(server)
    for (let round = 0; round < 510; round += 1) {
      await db.updateTable('users').set({ age: 30 }).where('id', '=', server.admin.id).execute()
    }
    const name = sql.id(new URL(databaseUrl).pathname.slice(1))
    await sql`alter database ${name} set default_transaction_read_only = on`.execute(db)
    // It holds for new connections.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch(() => undefined)
    await expect.poll(() => sumUpCounts(db, 'postgres').catch(String)).toContain('read-only transaction')
    expect(await call('GET', '/api/admin/users?page=1')).toMatchObject({
      status: 200,
      body: { data: { total: 1, summary: { total: 1 } } },
    })
  })
})
