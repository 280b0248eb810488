import { foldText } from '@rapport/core/text/fold-text.ts'
import { uniqueKey } from './queries/user-row.ts'

/** Key of a name for uniqueness: it ignores letter case, the encoding of accents and repeated blanks. */
export function nameKey(name: string): string {
  return uniqueKey(name.trim().replaceAll(/\s+/g, ' '))
}

/**
 * Turns a name into a part of a URL: lower-case letters and digits of any script, and hyphens; `fallback` if none is
 * left.
 */
export function slugOf(name: string, fallback: string): string {
  const words = foldText(name).match(/[\p{L}\p{N}]+/gu)
  return words?.join('-') ?? fallback
}

/** Appends the first free number from 2 if the slug is taken. */
export function availableSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  let number = 2
  while (taken.has(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}
