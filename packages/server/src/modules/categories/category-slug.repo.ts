import { foldText } from '@rapport/core/text/fold-text.ts'
import type { Db } from '#server/db/client.ts'

/**
 * Turns a name into a part of a URL: lower-case letters and digits of any script, and hyphens; `fallback` if none is
 * left.
 */
export function toSlug(name: string, fallback: string): string {
  const words = foldText(name).match(/[\p{L}\p{N}]+/gu)
  return words?.join('-') ?? fallback
}

/** Appends the first free number from 2 if another category has the slug. Needs `lockCategories`. */
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
