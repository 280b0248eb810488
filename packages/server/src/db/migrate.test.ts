import type { UserListQuery } from '@rapport/core/users/user.ts'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, it } from 'vitest'
import { userListing } from '#server/modules/users/user-listing.service.ts'
import { hurried, whileLocked } from '#server/testing/database/held-lock.ts'
import { onPostgres } from '#server/testing/database/on-each-engine.ts'
import { hasPostgres, sharedPostgres } from '#server/testing/database/postgres.ts'
import { type Database, openPostgres, openSqlite } from './client.ts'
import { insertDemoCatalogue } from './demo/demo.ts'
import { migrate } from './migrate.ts'
import { initial } from './migrations/0001-initial.ts'

/** As the first version wrote them. */
const OLD_USERS = ['ÄKTIV', 'active', null].map((status, index) => ({
  first_name: 'Éva',
  name_folded: `eva ${index}`,
  email_folded: null,
  gender: 'Žena',
  status,
  role: index === 0 ? 'admin' : null,
  created_at: index,
}))

/** The images of a database as the first version left it, with sample data, and after it was brought up, twice. */
async function imagesBroughtUp(database: Database) {
  const { db, engine } = database
  const first = { getMigrations: async () => ({ '0001-initial': initial(engine) }) }
  const { error } = await new Migrator({ db, provider: first }).migrateToLatest()
  if (error) throw error
  await insertDemoCatalogue(db, new Date())
  await db.insertInto('users').values(OLD_USERS).execute()
  const before = await db.selectFrom('images').select(['sha256', 'bytes']).orderBy('sha256').execute()

  await migrate(database)
  await migrate(database)
  const after = await db.selectFrom('images').select(['sha256', 'bytes', 'preview']).orderBy('sha256').execute()
  await expectSearchable(database)
  return { before, after }
}

/** What the fourth version finds, sorts and counts by is filled for users who were there before. */
async function expectSearchable(database: Database) {
  const { listPage } = userListing(database)
  const names = async (query: UserListQuery) =>
    (await listPage({ page: 1, ...query })).users.map(({ status }) => status)
  expect(await names({ search: 'éva', sort: 'status' })).toEqual(['active', 'ÄKTIV', null])
  expect(await names({ search: 'EVA 2' })).toEqual([null])
  expect(await names({ search: '1', sort: '-joined_date' })).toEqual(['active', 'ÄKTIV'])
  expect(await listPage({ page: 1, role: 'admin' })).toMatchObject({
    total: 1,
    summary: { total: 3, active: 1, pro: 1, basic: 0, none: 2 },
  })
}

it('brings a SQLite database of the first version up, and leaves all that is in it', async () => {
  const database = await openSqlite(':memory:')
  const { before, after } = await imagesBroughtUp(database)
  expect(before.length).toBeGreaterThan(0)
  expect(after).toMatchObject(before)
  expect(after.map(({ preview }) => preview)).toEqual(before.map(() => null))
  await database.close()
})

it.skipIf(!hasPostgres)(
  'brings a PostgreSQL database of the first version up just the same',
  async () => {
    const postgres = await sharedPostgres()
    const database = await openPostgres(await postgres.createDatabase(), (error) => {
      throw error
    })
    const { before, after } = await imagesBroughtUp(database)
    expect(before.length).toBeGreaterThan(0)
    expect(after).toMatchObject(before)
    expect(after.map(({ preview }) => preview)).toEqual(before.map(() => null))
    await database.close()
    await postgres.stop()
  },
  30_000,
)

it.skipIf(!hasPostgres)(
  'says what is missing where PostgreSQL may not be given its extension for searching, and takes it from any schema',
  async () => {
    const postgres = await sharedPostgres()
    const open = (url: string) =>
      openPostgres(url, (error) => {
        throw error
      })
    const url = new URL(await postgres.createDatabase())
    const owner = await open(url.href)
    const role = `rapport_${url.pathname.slice(-8)}`
    await sql.raw(`create role ${role} login`).execute(owner.db)
    await sql.raw(`grant all on schema public to ${role}`).execute(owner.db)
    url.username = role
    const database = await open(url.href)
    await expect(migrate(database)).rejects.toMatchObject({
      name: 'UnusableDatabase',
      message: expect.stringMatching(/pg_trgm.*permission denied.*CREATE EXTENSION pg_trgm in it, then start again\.$/),
    })
    await sql`create schema elsewhere`.execute(owner.db)
    await sql`create extension pg_trgm schema elsewhere`.execute(owner.db)
    await sql.raw(`grant usage on schema elsewhere to ${role}`).execute(owner.db)
    await migrate(database)
    expect((await userListing(database).listPage({ page: 1, search: 'unknown' })).total).toBe(0)
    await database.close()
    await sql.raw(`drop owned by ${role}`).execute(owner.db)
    await sql.raw(`drop role ${role}`).execute(owner.db)
    await owner.close()
    await postgres.stop()
  },
  30_000,
)

onPostgres((_, createDatabase) => {
  it('waits for another process that migrates, for longer than any statement may take', async () => {
    const url = await createDatabase()
    const open = (address: string) => openPostgres(address, rethrow)
    const [other, first, second] = await Promise.all([open(url), open(hurried(url)), open(hurried(url))])
    await migrate(other)
    const inWay = { table: 'kysely_migration', mode: 'access exclusive' } as const
    const migrating = whileLocked(other, inWay, 2, () => Promise.all([migrate(first), migrate(second)]))
    await expect(migrating).resolves.toHaveLength(2)
    await Promise.all([other, first, second].map(({ close }) => close()))
  })

  it('leaves the limits of time of all other work as they are', async () => {
    const database = await openPostgres(await createDatabase(), rethrow)
    await migrate(database)
    const { rows } = await sql`
      select name from pg_settings where name in ('statement_timeout', 'lock_timeout') and setting > '0'
    `.execute(database.db)
    expect(rows).toHaveLength(2)
    await database.close()
  })
})

function rethrow(error: Error): never {
  throw error
}
