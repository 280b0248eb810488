import { foldText } from '@rapport/core/text/fold-text.ts'
import { uniqueKey } from './user-row.ts'

/** What makes two names the same: all but letter case, the way an accent is encoded, and how many blanks there are. */
export function nameKey(name: string): string {
  return uniqueKey(name.trim().replaceAll(/\s+/g, ' '))
}

/** A name as a part of an address: lower-case letters and digits of any script, and hyphens; `fallback` without any. */
export function slugOf(name: string, fallback: string): string {
  const words = foldText(name).match(/[\p{L}\p{N}]+/gu)
  return words?.join('-') ?? fallback
}

/** The slug itself, or with the first number that makes it differ from all those taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  let number = 2
  while (taken.has(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}
