import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { type Database, openSqlite } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { createUserListing } from './user-listing.service.ts'

async function openFile(): Promise<Database> {
  const database = await openSqlite(join(temporaryFolder(), 'rapport.db'))
  onTestFinished(() => database.close())
  await migrate(database)
  return database
}

/** Keeps a thread busy for a third of a second. */
const LONG_READ = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000) select count(*) from n`

it('serves other requests while users are searched on SQLite', async () => {
  const { db, longReads } = await openFile()
  let isRead = false
  const long = LONG_READ.execute(longReads.db).then(() => (isRead = true))
  await delay(50)
  await db.selectFrom('categories').selectAll().execute()
  expect(isRead).toBe(false)
  await long
})

it('reads no list for a client that left before its turn', async () => {
  const database = await openFile()
  const { listPage } = createUserListing(database)
  const client = new AbortController()
  const busy = Promise.withResolvers<void>()
  const reads = Array.from({ length: 4 }, () => database.longReads.run(() => busy.promise, { userId: 1 }))
  const list = listPage({ search: 'example.com' }, { userId: 2, signal: client.signal })
  client.abort()
  busy.resolve()
  await Promise.all(reads)
  await expect(list).rejects.toMatchObject({ kind: 'unavailable' })
})

it('refuses a list when too many wait, and serves other requests', async () => {
  const database = await openFile()
  await database.db.insertInto('users').values({ created_at: 0 }).execute()
  const { listPage } = createUserListing(database)
  const lists = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) => listPage({ search: 'example.com' }, { userId: index })),
  )
  const refused = lists.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(50 - 36)
  expect(refused[0]).toMatchObject({ reason: { kind: 'unavailable', retryAfterSeconds: 1 } })
})

it('asks an admin to wait with the thirteenth list, and serves the list of another', async () => {
  const { listAll } = createUserListing(await openFile())
  const lists = Array.from({ length: 20 }, () => listAll({ search: 'example.com' }, { userId: 1 }))
  const listOfAnother = listAll({ search: 'example.com' }, { userId: 2 })
  const refused = (await Promise.allSettled(lists)).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(20 - 12)
  expect(refused[0]).toMatchObject({ reason: { kind: 'too_many_requests', retryAfterSeconds: 1 } })
  await expect(listOfAnother).resolves.toBeDefined()
})
