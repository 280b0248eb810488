/** Returns the header that makes a server refuse (412) a save over a newer version; empty without a version. */
export function ifMatch(version: number | undefined): { 'If-Match'?: string } {
  return version === undefined ? {} : { 'If-Match': `"${version}"` }
}

/** Reads the version of a record, which some servers send as text. Returns undefined for anything else. */
export function toVersion(version: unknown): number | undefined {
  return /^\d{1,15}$/.test(String(version)) ? Number(version) : undefined
}
