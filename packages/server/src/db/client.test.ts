import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { openSqlite } from './client.ts'
import { migrate } from './migrate.ts'

it('reports a full disk that ends a transaction, and continues once there is room', async () => {
  const database = await openSqlite(':memory:')
  await migrate(database)
  const addImage = () =>
    database.transaction((trx) =>
      trx
        .insertInto('images')
        .values({ sha256: 'a', media_type: 'image/png', bytes: Buffer.alloc(1_000_000), created_at: 0 })
        .execute(),
    )
  // Allows no more pages.
  await sql`pragma max_page_count = 1`.execute(database.db)
  await expect(addImage()).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  await sql`pragma max_page_count = 100000`.execute(database.db)
  await expect(addImage()).resolves.toHaveLength(1)
  await database.close()
})

it('syncs to the disk before a transaction is acknowledged', async () => {
  const folder = temporaryFolder()
  const { db, close } = await openSqlite(join(folder, 'rapport.db'))
  expect((await sql`pragma journal_mode`.execute(db)).rows).toEqual([{ journal_mode: 'wal' }])
  const FULL = 2
  expect((await sql`pragma synchronous`.execute(db)).rows).toEqual([{ synchronous: FULL }])
  await close()
})

it('overwrites a deleted row in the file', async () => {
  const file = join(temporaryFolder(), 'rapport.db')
  const { db, close } = await openSqlite(file)
  const holds = async (text: string) => {
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    return readFileSync(file, 'latin1').includes(text)
  }
  await sql`create table people (id integer primary key, email text)`.execute(db)
  // The second row spans several pages.
  for (const email of ['erased@example.org', `erased@example.org ${'x'.repeat(10_000)}`]) {
    await sql`insert into people (email) values (${email}), ('kept@example.org')`.execute(db)
  }
  expect(await holds('erased@example.org')).toBe(true)
  await sql`delete from people where email like 'erased%'`.execute(db)
  expect(await holds('kept@example.org')).toBe(true)
  expect(await holds('erased@example.org')).toBe(false)
  await close()
})

it('rolls back a migration that fails', async () => {
  const database = await openSqlite(':memory:')
  await sql`create table products (id integer)`.execute(database.db)
  await expect(migrate(database)).rejects.toThrow('products')
  await sql`drop table products`.execute(database.db)
  await migrate(database)
  expect(await database.db.selectFrom('users').select('id').execute()).toEqual([])
  await database.close()
})

it('names the file that is not a database', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'rapport.db')
  writeFileSync(file, 'x'.repeat(8192))
  await expect(openSqlite(file)).rejects.toThrow(`The database ${file} cannot be used: file is not a database.`)
  await expect(openSqlite(folder)).rejects.toThrow(`The database ${folder} cannot be used: unable to open`)
})
