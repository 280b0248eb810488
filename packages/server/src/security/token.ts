import { hash, randomBytes } from 'node:crypto'

const BYTES = 32

/** A new token that cannot be guessed: 256 bits in base64url. */
export function newToken(): string {
  return randomBytes(BYTES).toString('base64url')
}

/** SHA-256 in hex: the database keeps this digest, which cannot be used as a token. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}

/** Scanners for leaked secrets find API tokens by it. */
export const API_TOKEN_PREFIX = 'rpt_'

export function newApiToken(): string {
  return API_TOKEN_PREFIX + newToken()
}
