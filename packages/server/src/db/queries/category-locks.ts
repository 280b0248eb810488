import { sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import { availableSlug } from '#server/db/name-key.ts'

/**
 * No other transaction writes categories until this one ends; on SQLite any transaction ensures that. Each one that writes
 * categories takes it before it locks a row or an image, so that no two deadlock.
 */
export async function lockCategories(trx: Db, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`lock table categories in share row exclusive mode`.execute(trx)
}

/** Returns true if the category exists; it cannot be deleted then until the transaction ends. */
export async function lockExistingCategory(trx: Db, engine: Engine, id: number): Promise<boolean> {
  const found = await trx
    .selectFrom('categories')
    .select('id')
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forKeyShare())
    .executeTakeFirst()
  return found !== undefined
}

/** The slug, with a number added where a category has it. Under `lockCategories`. */
export async function availableCategorySlug(trx: Db, slug: string): Promise<string> {
  const rows = await trx
    .selectFrom('categories')
    .select('slug')
    // A slug has no `%` and no `_`.
    .where((eb) => eb.or([eb('slug', '=', slug), eb('slug', 'like', `${slug}-%`)]))
    .execute()
  return availableSlug(slug, new Set(rows.map((row) => row.slug)))
}
