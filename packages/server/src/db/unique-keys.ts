/** Key of an address or a name for uniqueness: it ignores letter case and the encoding of accents. */
export function uniqueKey(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** Key of a name for uniqueness: it ignores letter case, the encoding of accents and repeated spaces. */
export function nameKey(name: string): string {
  return uniqueKey(name.trim().replaceAll(/\s+/g, ' '))
}
