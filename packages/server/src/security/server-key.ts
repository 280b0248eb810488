import { createHmac } from 'node:crypto'

/** The server's own key: its digests cannot be guessed from the database alone. */
export interface ServerKey {
  /** HMAC-SHA256 over a purpose and what it is about, in base64url. */
  mac: (purpose: string, ...parts: readonly (string | number)[]) => string
}

export function serverKey(secret: Buffer): ServerKey {
  return {
    // As JSON, two lists of parts never run into the same text.
    mac: (...parts) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url'),
  }
}
