import { sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'

/**
 * Keeps other transactions from writing categories until this one ends, as any transaction does on SQLite. Call it before
 * locking a row or an image; otherwise two transactions may deadlock.
 */
export async function lockCategories(trx: Db, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`lock table categories in share row exclusive mode`.execute(trx)
}

/** Locks the category against deletion until the transaction ends. Returns false if it does not exist. */
export async function lockExistingCategory(trx: Db, engine: Engine, id: number): Promise<boolean> {
  const category = await trx
    .selectFrom('categories')
    .select('id')
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forKeyShare())
    .executeTakeFirst()
  return category !== undefined
}
