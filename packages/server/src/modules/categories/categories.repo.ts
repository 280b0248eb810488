import { sql } from 'kysely'
import type { Db, Engine } from '#server/db/client.ts'
import { freeSlug } from '#server/db/name-key.ts'

export interface CategoryValues {
  name: string
  name_key: string
  /** A number is added where it is taken. */
  slug: string
  image: string | null
}

const COLUMNS = [
  'categories.id',
  'categories.name',
  'categories.slug',
  'categories.image',
  'images.media_type',
] as const

export type ListedCategory = Awaited<ReturnType<typeof selectCategoryRows>>[number]

/** The newest first. */
export async function selectCategoryRows(db: Db) {
  return withImage(db).select(COLUMNS).orderBy('categories.id', 'desc').execute()
}

export async function selectCategoryRow(db: Db, id: number): Promise<ListedCategory> {
  return withImage(db).select(COLUMNS).where('categories.id', '=', id).executeTakeFirstOrThrow()
}

/**
 * No other transaction writes categories until this one ends; on SQLite any transaction ensures that. Each one that writes
 * categories takes it before it locks a row or an image, so that no two deadlock.
 */
export async function lockCategories(trx: Db, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`lock table categories in share row exclusive mode`.execute(trx)
}

/** The image and slug of a category, locked until the transaction ends: no change elsewhere, and no new position. */
export async function lockCategory(trx: Db, engine: Engine, id: number) {
  return trx
    .selectFrom('categories')
    .select(['image', 'slug'])
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
}

/** Answers the id. Under `lockCategories`, since it looks for a slug that is free. */
export async function insertCategoryRow(trx: Db, values: CategoryValues, now: number): Promise<number> {
  const slug = freeSlug(values.slug, await slugsLike(trx, values.slug))
  const row = { ...values, slug, created_at: now }
  return (await trx.insertInto('categories').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Leaves the slug: addresses that are known somewhere go on working. */
export async function updateCategoryRow(trx: Db, id: number, { name, name_key, image }: Omit<CategoryValues, 'slug'>) {
  await trx.updateTable('categories').set({ name, name_key, image }).where('id', '=', id).execute()
}

export async function deleteCategoryRow(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('categories').where('id', '=', id).execute()
}

export async function countPositionsOf(trx: Db, categoryId: number): Promise<number> {
  const { total } = await trx
    .selectFrom('positions')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('category_id', '=', categoryId)
    .executeTakeFirstOrThrow()
  return total
}

async function slugsLike(trx: Db, slug: string): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('categories')
    .select('slug')
    // A slug has no `%` and no `_`.
    .where((eb) => eb.or([eb('slug', '=', slug), eb('slug', 'like', `${slug}-%`)]))
    .execute()
  return new Set(rows.map((row) => row.slug))
}

function withImage(db: Db) {
  return db.selectFrom('categories').leftJoin('images', 'images.sha256', 'categories.image')
}
