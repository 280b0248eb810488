import { foldText } from '@rapport/core/text/fold-text.ts'

/** Returns a name as a part of a URL: lower-case letters and digits of any script, and hyphens. Returns `fallback` if it has none. */
export function toSlug(name: string, fallback: string): string {
  const words = foldText(name).match(/[\p{L}\p{N}]+/gu)
  return words?.join('-') ?? fallback
}
