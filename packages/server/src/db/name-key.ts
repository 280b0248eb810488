import { uniqueKey } from './queries/user-row.ts'

/** Key of a name for uniqueness: it ignores letter case, the encoding of accents and repeated spaces. */
export function nameKey(name: string): string {
  return uniqueKey(name.trim().replaceAll(/\s+/g, ' '))
}
