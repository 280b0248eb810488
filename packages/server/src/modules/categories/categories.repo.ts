import { foldText } from '@rapport/core/text/fold-text.ts'
import type { Db } from '#server/db/client.ts'

/** Selects all categories, newest first, or the one with this id. */
export async function selectCategories(db: Db, id?: number) {
  return db
    .selectFrom('categories')
    .leftJoin('images', 'images.sha256', 'categories.image')
    .select(['categories.id', 'name', 'slug', 'image', 'media_type', 'version'])
    .$if(id !== undefined, (query) => query.where('categories.id', '=', id ?? 0))
    .orderBy('categories.id', 'desc')
    .execute()
}

export async function countPositions(trx: Db, categoryId: number): Promise<number> {
  const { total } = await trx
    .selectFrom('positions')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('category_id', '=', categoryId)
    .executeTakeFirstOrThrow()
  return total
}

/** Returns a name as a part of a URL: lower-case letters and digits of any script, and hyphens. Returns `fallback` if it has none. */
export function toSlug(name: string, fallback: string): string {
  const words = foldText(name).match(/[\p{L}\p{N}]+/gu)
  return words?.join('-') ?? fallback
}

/** Appends the first free number from 2 if another category has the slug. Call `lockCategories` first. */
export async function availableSlug(trx: Db, slug: string): Promise<string> {
  const rows = await trx
    .selectFrom('categories')
    .select('slug')
    // A slug contains no `%` and no `_`, so it needs no escaping.
    .where((eb) => eb.or([eb('slug', '=', slug), eb('slug', 'like', `${slug}-%`)]))
    .execute()
  const takenSlugs = new Set(rows.map((row) => row.slug))
  if (!takenSlugs.has(slug)) return slug
  let number = 2
  while (takenSlugs.has(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}
