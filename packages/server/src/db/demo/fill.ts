import { sql } from 'kysely'
import { chunksOf } from '#server/domain/chunks.ts'
import { type Database, type Db, type Engine, withoutTimeouts } from '../client.ts'
import { demoBatches, insertDemoCatalogue, insertPeople } from './demo.ts'

interface FillOptions {
  users: number
  now: Date
  onProgress: (insertedUsers: number) => void
}

const BATCHES_PER_TRANSACTION = 20

/**
 * Fills a database with sample users, and with a catalogue if it has none. An interrupted run keeps what it has
 * committed.
 */
export async function fillWithDemo(database: Database, options: FillOptions): Promise<void> {
  await withoutTimeouts(database, (db) => fill(db, database.engine, options))
}

async function fill(db: Db, engine: Engine, { users, now, onProgress }: FillOptions): Promise<void> {
  // With SQLite's default cache, most of the time would be spent reading index pages again.
  if (engine === 'sqlite') await sql`pragma cache_size = -262144`.execute(db)
  const { last } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  const batches = demoBatches(users, now, last === null ? 1 : last + 1)
  let insertedUsers = 0
  for (const chunk of chunksOf(batches, BATCHES_PER_TRANSACTION)) {
    await db.transaction().execute(async (trx) => {
      for (const people of chunk) await insertPeople(trx, people)
    })
    insertedUsers += chunk.flat().length
    onProgress(insertedUsers)
  }
  const hasCatalogue = (await db.selectFrom('categories').select('id').limit(1).executeTakeFirst()) !== undefined
  if (!hasCatalogue) await db.transaction().execute((trx) => insertDemoCatalogue(trx, now))
  await (engine === 'postgres' ? sql`vacuum analyze users` : sql`pragma optimize`).execute(db)
}
