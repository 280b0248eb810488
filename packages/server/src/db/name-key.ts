import { foldText } from '@rapport/core/text/fold-text.ts'
import { uniqueKey } from './queries/user-row.ts'

/** Names with the same key are the same: letter case, the encoding of accents and repeated blanks make no difference. */
export function nameKey(name: string): string {
  return uniqueKey(name.trim().replaceAll(/\s+/g, ' '))
}

/** A name as a part of an address: lower-case letters and digits of any script, and hyphens; `fallback` if it has none. */
export function slugOf(name: string, fallback: string): string {
  const words = foldText(name).match(/[\p{L}\p{N}]+/gu)
  return words?.join('-') ?? fallback
}

/** The slug, with the first number from 2 that is free where it is taken. */
export function availableSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  let number = 2
  while (taken.has(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}
