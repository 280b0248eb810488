import { foldSpelling } from './fold-text.ts'

/** Returns the form of an address that must be unique: in lower case and Unicode normalization form C. */
export function uniqueKey(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** Returns the form of a name that must be unique, in which neither apostrophes, hyphens nor blanks make a difference. */
export function nameKey(name: string): string {
  return uniqueKey(foldSpelling(name))
}
