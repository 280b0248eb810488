import type { Db } from '#server/db/client.ts'

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
