/** Builds the header that makes a server refuse (412) a save of an older version. Empty without a version. */
export function ifMatch(version: number | undefined): { 'If-Match'?: string } {
  return version === undefined ? {} : { 'If-Match': `"${version}"` }
}

/** Reads the version of a record. Some servers send it as text; anything else gives undefined. */
export function toVersion(version: unknown): number | undefined {
  return /^\d{1,15}$/.test(String(version)) ? Number(version) : undefined
}
