/** Returns the form of an address or a name that must be unique: in lower case and Unicode normalization form C. */
export function uniqueKey(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** Like `uniqueKey`, but also ignores repeated spaces. */
export function nameKey(name: string): string {
  return uniqueKey(name.trim().replaceAll(/\s+/g, ' '))
}
