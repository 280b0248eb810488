import type { Db, Engine } from '#server/db/client.ts'
import { availableSlug } from './category-slug.repo.ts'

export interface CategoryValues {
  name: string
  name_key: string
  /** A number is appended if it is taken. */
  slug: string
  image: string | null
}

const COLUMNS = [
  'categories.id',
  'categories.name',
  'categories.slug',
  'categories.image',
  'categories.version',
  'images.media_type',
] as const

export type ListedCategory = Awaited<ReturnType<typeof selectCategoryRows>>[number]

export async function selectCategoryRows(db: Db) {
  return withImage(db).select(COLUMNS).orderBy('categories.id', 'desc').execute()
}

export async function selectCategoryRow(db: Db, id: number): Promise<ListedCategory> {
  return withImage(db).select(COLUMNS).where('categories.id', '=', id).executeTakeFirstOrThrow()
}

/** Locks the category against changes and new positions until the transaction ends. */
export async function lockCategory(trx: Db, engine: Engine, id: number) {
  return trx
    .selectFrom('categories')
    .select(['image', 'version'])
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
}

/** Inserts a category under a free slug. Call `lockCategories` first. */
export async function insertCategoryRow(trx: Db, values: CategoryValues, now: number): Promise<number> {
  const slug = await availableSlug(trx, values.slug)
  const row = { ...values, slug, created_at: now }
  return (await trx.insertInto('categories').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Keeps the slug, so that known URLs keep working. */
export async function updateCategoryRow(trx: Db, id: number, { name, name_key, image }: Omit<CategoryValues, 'slug'>) {
  await trx
    .updateTable('categories')
    .set((eb) => ({ name, name_key, image, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteCategoryRow(trx: Db, id: number) {
  return trx.deleteFrom('categories').where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function countPositions(trx: Db, categoryId: number): Promise<number> {
  const { total } = await trx
    .selectFrom('positions')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('category_id', '=', categoryId)
    .executeTakeFirstOrThrow()
  return total
}

function withImage(db: Db) {
  return db.selectFrom('categories').leftJoin('images', 'images.sha256', 'categories.image')
}
