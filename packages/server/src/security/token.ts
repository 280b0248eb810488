import { hash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** Returns 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Returns the digest that the database stores, which cannot be used as a token. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}

/** A prefix that secret scanners recognise. */
export const API_TOKEN_PREFIX = 'rpt_'

export function newApiToken(): string {
  return API_TOKEN_PREFIX + newToken()
}
