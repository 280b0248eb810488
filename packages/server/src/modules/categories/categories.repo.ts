import type { Schemas } from '@rapport/core/api/contract-types.ts'
import { foldText } from '@rapport/core/text/fold-text.ts'
import type { Db } from '#server/db/client.ts'
import { type Arg, compiledQuery } from '#server/db/compiled-query.ts'
import { mediaPath } from '#server/domain/media-path.ts'
import { keyOfName, type RecordValues } from '#server/records/records.repo.ts'

type Category = Schemas['Category']
type Row = Awaited<ReturnType<typeof selectCategories>>[number]

/** Selects all, newest first. */
export async function selectCategories(db: Db) {
  return queryCategories(db).orderBy('categories.id', 'desc').execute()
}

export const findCategory = compiledQuery((db, arg: Arg<{ id: number }>) =>
  queryCategories(db).where('categories.id', '=', arg('id')),
)

function queryCategories(db: Db) {
  return db
    .selectFrom('categories')
    .leftJoin('images', 'images.sha256', 'categories.image')
    .select(['categories.id', 'name', 'slug', 'image', 'media_type', 'version'])
}

export function toCategory({ id, name, slug, image, media_type, version }: Row): Required<Category> {
  return { id, category_name: name, slug, category_image: mediaPath(image, media_type), version }
}

/** Returns the values to save. A known slug stays, so that known URLs keep working. */
export async function toCategoryValues(
  trx: Db,
  { category_name: name }: { category_name: string },
  { image, before }: { image: string | null; before: { name: string; name_key: string; slug: string } | undefined },
): Promise<RecordValues<'categories'>> {
  const slug = before?.slug ?? (await availableSlug(trx, toSlug(name)))
  return { name, name_key: keyOfName(name, before), slug, image }
}

export async function countPositions(trx: Db, categoryId: number): Promise<number> {
  const { total } = await trx
    .selectFrom('positions')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('category_id', '=', categoryId)
    .executeTakeFirstOrThrow()
  return total
}

/** Returns a name as a part of a URL: lower-case letters and digits of any script, and hyphens. */
function toSlug(name: string): string {
  const words = foldText(name).match(/[\p{L}\p{N}]+/gu)
  return words?.join('-') ?? 'category'
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
