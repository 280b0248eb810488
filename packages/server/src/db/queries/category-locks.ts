import { sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import { availableSlug } from '#server/db/name-key.ts'

/**
 * Keeps other transactions from writing categories until this one ends; on SQLite any transaction does. Take it before
 * any lock on a row or an image, or two transactions may deadlock.
 */
export async function lockCategories(trx: Db, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`lock table categories in share row exclusive mode`.execute(trx)
}

/** Returns true if the category exists, and keeps it from being deleted until the transaction ends. */
export async function lockExistingCategory(trx: Db, engine: Engine, id: number): Promise<boolean> {
  const found = await trx
    .selectFrom('categories')
    .select('id')
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forKeyShare())
    .executeTakeFirst()
  return found !== undefined
}

/** Appends a number if another category has the slug. Needs `lockCategories`. */
export async function availableCategorySlug(trx: Db, slug: string): Promise<string> {
  const rows = await trx
    .selectFrom('categories')
    .select('slug')
    // A slug contains no `%` and no `_`, so it needs no escaping.
    .where((eb) => eb.or([eb('slug', '=', slug), eb('slug', 'like', `${slug}-%`)]))
    .execute()
  return availableSlug(slug, new Set(rows.map((row) => row.slug)))
}
