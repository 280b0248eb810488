/** The header of a save that is refused with 412 when the record has another version; none where servers send no version. */
export function ifMatch(version: number | undefined): { 'If-Match'?: string } {
  return version === undefined ? {} : { 'If-Match': `"${version}"` }
}

/** Reads the version of a record, which changes with each save. Servers also send it as text; undefined for anything else. */
export function versionOf(version: unknown): number | undefined {
  return /^\d{1,15}$/.test(String(version)) ? Number(version) : undefined
}
