import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { onPostgres } from '#server/testing/on-each-engine.ts'
import { type Database, type Db, openSqlite } from './client.ts'
import { migrate } from './migrate.ts'

it('says that the disk is full when that ends a transaction, and goes on once there is room', async () => {
  const database = await openSqlite(':memory:')
  await migrate(database)
  const addImage = () =>
    database.transaction((trx) =>
      trx
        .insertInto('images')
        .values({ sha256: 'a', media_type: 'image/png', bytes: Buffer.alloc(1_000_000), created_at: 0 })
        .execute(),
    )
  // No more pages than there are already.
  await sql`pragma max_page_count = 1`.execute(database.db)
  await expect(addImage()).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  await sql`pragma max_page_count = 100000`.execute(database.db)
  await expect(addImage()).resolves.toHaveLength(1)
  await database.close()
})

const product = (name: string) => ({
  product_id: name,
  name,
  price_cents: 100,
  currency: 'EUR',
  billing_cycle: 'monthly' as const,
  trial_period_days: 0,
  created_at: 0,
})

/** The frames of a write-ahead log that end a transaction (SQLite's file format, section 4). */
function commitsIn(file: string): number {
  const log = readFileSync(file)
  const frameBytes = 24 + log.readUInt32BE(8)
  let commits = 0
  for (let at = 32; at < log.length; at += frameBytes) if (log.readUInt32BE(at + 4) > 0) commits += 1
  return commits
}

describe('transactions that come in together', () => {
  const names = Array.from({ length: 100 }, (_, index) => `together.${index}`)
  const namesIn = async ({ db }: Database) => {
    const rows = await db.selectFrom('products').select('name').orderBy('id').execute()
    return rows.map(({ name }) => name)
  }
  const add = async ({ transaction }: Database, name: string, after?: (trx: Db) => Promise<unknown>) =>
    transaction(async (trx) => {
      await trx.insertInto('products').values(product(name)).execute()
      await after?.(trx)
      return name
    })

  it('are done in their order, and each that fails is undone by itself', async () => {
    const database = await openSqlite(':memory:')
    await migrate(database)
    const isRefused = (index: number) => index % 3 === 0
    const refusal = new Error('Not this one.')
    const outcomes = await Promise.allSettled(
      names.map(async (name, index) => add(database, name, async () => isRefused(index) && Promise.reject(refusal))),
    )
    expect(outcomes).toEqual(
      names.map((name, index) =>
        isRefused(index) ? { status: 'rejected', reason: refusal } : { status: 'fulfilled', value: name },
      ),
    )
    expect(await namesIn(database)).toEqual(names.filter((_, index) => !isRefused(index)))
    await database.close()
  })

  it('are not harmed by one for which there is no room', async () => {
    const database = await openSqlite(':memory:')
    await migrate(database)
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db)
    await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 5}`).execute(database.db)
    const image = { sha256: 'a', media_type: 'image/png', bytes: Buffer.alloc(1_000_000), created_at: 0 }
    const addImage = (trx: Db) => trx.insertInto('images').values(image).execute()
    expect(
      await Promise.allSettled([add(database, 'before'), add(database, 'too large', addImage), add(database, 'after')]),
    ).toMatchObject([{ value: 'before' }, { reason: { code: 'SQLITE_FULL' } }, { value: 'after' }])
    expect(
      await Promise.allSettled([
        add(database, 'said to fit', (trx) => addImage(trx).catch(() => undefined)),
        add(database, 'later'),
      ]),
    ).toMatchObject([{ status: 'rejected' }, { value: 'later' }])
    expect(await namesIn(database)).toEqual(['before', 'after', 'later'])
    await database.close()
  })

  it('share one commit, up to 32 of them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rapport-db-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const database = await openSqlite(join(folder, 'rapport.db'))
    await migrate(database)
    const commitsOf = async (count: number, prefix: string) => {
      const before = commitsIn(join(folder, 'rapport.db-wal'))
      await Promise.all(names.slice(0, count).map((name) => add(database, prefix + name)))
      return commitsIn(join(folder, 'rapport.db-wal')) - before
    }
    expect(await commitsOf(32, 'first ')).toBe(1)
    expect(await commitsOf(33, 'then ')).toBe(2)
    await database.close()
  })

  it('all fail when another process keeps them from beginning, and not after that', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rapport-db-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [database, other] = await Promise.all([0, 1].map(() => openSqlite(join(folder, 'rapport.db'))))
    if (!database || !other) throw new Error('unreachable')
    await migrate(database)
    await sql`pragma busy_timeout = 0`.execute(database.db)
    await other.transaction(async () => {
      const outcomes = await Promise.allSettled(names.map((name) => add(database, name)))
      expect(new Set(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code))).toEqual(
        new Set(['SQLITE_BUSY']),
      )
    })
    expect(await Promise.all(names.map((name) => add(database, name)))).toEqual(names)
    expect(await namesIn(database)).toEqual(names)
    await Promise.all([database.close(), other.close()])
  })
})

it('writes through to the disk before it says that something is written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rapport-db-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { db, close } = await openSqlite(join(folder, 'rapport.db'))
  expect((await sql`pragma journal_mode`.execute(db)).rows).toEqual([{ journal_mode: 'wal' }])
  const FULL = 2
  expect((await sql`pragma synchronous`.execute(db)).rows).toEqual([{ synchronous: FULL }])
  await close()
})

it('takes a migration back that could not be finished', async () => {
  const database = await openSqlite(':memory:')
  await sql`create table products (id integer)`.execute(database.db)
  await expect(migrate(database)).rejects.toThrow('products')
  await sql`drop table products`.execute(database.db)
  await migrate(database)
  expect(await database.db.selectFrom('users').select('id').execute()).toEqual([])
  await database.close()
})

it('names the file that is no database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rapport-db-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'rapport.db')
  writeFileSync(file, 'x'.repeat(8192))
  await expect(openSqlite(file)).rejects.toThrow(`The database ${file} cannot be used: file is not a database.`)
  await expect(openSqlite(folder)).rejects.toThrow(`The database ${folder} cannot be used: unable to open`)
})

onPostgres((start) => {
  it('does the work of a transaction once more when it was given up for another', async () => {
    await using server = await start()
    const { db, transaction } = server.database
    const ids = [Number((await server.addUser()).id), Number((await server.addUser()).id)]
    const holding = ids.map(() => Promise.withResolvers<void>())
    let attempts = 0
    const inOrder = async (order: number[], mine: PromiseWithResolvers<void> | undefined) =>
      transaction(async (trx) => {
        attempts += 1
        for (const id of order) {
          const older = trx.updateTable('users').set((eb) => ({ age: eb(eb.fn.coalesce('age', eb.lit(0)), '+', 1) }))
          await older.where('id', '=', id).execute()
          mine?.resolve()
          await Promise.all(holding.map(({ promise }) => promise))
        }
      })
    await Promise.all([inOrder(ids, holding[0]), inOrder(ids.toReversed(), holding[1])])
    expect(attempts).toBe(3)
    const rows = await db.selectFrom('users').select('age').where('id', 'in', ids).execute()
    expect(rows).toEqual([{ age: 2 }, { age: 2 }])
  })
})
