/** Key of an address or a name for uniqueness: it ignores letter case and Unicode normalization. */
export function uniqueKey(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** Key of a name for uniqueness: it ignores letter case, Unicode normalization and repeated spaces. */
export function nameKey(name: string): string {
  return uniqueKey(name.trim().replaceAll(/\s+/g, ' '))
}
