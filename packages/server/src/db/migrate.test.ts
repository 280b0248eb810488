import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createUserListing } from '#server/modules/users/user-listing.service.ts'
import { withShortTimeouts, whileLocked } from '#server/testing/database/held-lock.ts'
import { onPostgres } from '#server/testing/database/on-each-engine.ts'
import { hasPostgres, sharedPostgres } from '#server/testing/database/postgres.ts'
import { type Database, openPostgres, openSqlite } from './client.ts'
import { migrate } from './migrate.ts'

it.skipIf(!hasPostgres)('names the extension that PostgreSQL lacks, and finds it in any schema', async () => {
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
    name: 'OperatorError',
    message: expect.stringMatching(/pg_trgm.*permission denied.*CREATE EXTENSION pg_trgm in it, then start again\.$/),
  })
  await sql`create schema elsewhere`.execute(owner.db)
  await sql`create extension pg_trgm schema elsewhere`.execute(owner.db)
  await sql.raw(`grant usage on schema elsewhere to ${role}`).execute(owner.db)
  await migrate(database)
  expect((await createUserListing(database).listPage({ page: 1, search: 'unknown' }, { userId: 1 })).total).toBe(0)
  await database.close()
  await sql.raw(`drop owned by ${role}`).execute(owner.db)
  await sql.raw(`drop role ${role}`).execute(owner.db)
  await owner.close()
  await postgres.stop()
})

/** Migrates as a build between the releases did, as far as its table of migrations shows, and then as this one does. */
async function migrateAgain(database: Database): Promise<void> {
  await migrate(database)
  await sql`delete from kysely_migration where name = '0006-second-release'`.execute(database.db)
  const names = sql`('0006-letter-pairs', ''), ('0007-filtered-orders', '')`
  await sql`insert into kysely_migration values ${names}`.execute(database.db)
  try {
    await migrate(database)
  } finally {
    await database.close()
  }
}

const BETWEEN_RELEASES = {
  name: 'OperatorError',
  message: expect.stringMatching(/between 0\.1\.0 and 0\.2\.0.*Restore a backup of 0\.1\.0, or .*"rapport export"/),
}

it('says how to leave a build between the releases on SQLite', async () => {
  await expect(migrateAgain(await openSqlite(':memory:'))).rejects.toMatchObject(BETWEEN_RELEASES)
})

onPostgres(({ createDatabase }) => {
  it('says how to leave a build between the releases', async () => {
    const database = await openPostgres(await createDatabase(), rethrow)
    await expect(migrateAgain(database)).rejects.toMatchObject(BETWEEN_RELEASES)
  })

  it('waits for a migration of another process beyond the statement timeout', async () => {
    const url = await createDatabase()
    const open = (address: string) => openPostgres(address, rethrow)
    const [owner, first, second] = await Promise.all([
      open(url),
      open(withShortTimeouts(url)),
      open(withShortTimeouts(url)),
    ])
    await migrate(owner)
    const migrating = whileLocked(owner, 'kysely_migration', 2, () => Promise.all([migrate(first), migrate(second)]))
    await expect(migrating).resolves.toHaveLength(2)
    await Promise.all([owner, first, second].map(({ close }) => close()))
  })

  it('keeps the time limits of other work', async () => {
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
