import { randomInt } from 'node:crypto'
import { CODE_LENGTH } from '@rapport/core/auth/password-reset.ts'
import type { ServerKey } from '#server/security/server-key.ts'

export const CODE_MINUTES = 10
export const CODE_MS = CODE_MINUTES * 60_000

/** Tries at one code from the IP block that has asked for it, and as many from all others together. */
export const MAX_TRIES = 5

/** Wrong codes in a row, over all codes that one IP block asked for, after which it gets no more (NIST SP 800-63B-4, 3.2.2). */
export const MAX_FAILURES = 100
/** And over all codes of an account in so long, for IP blocks that are not known: one in a thousand guessers would have found one. */
export const MAX_FAILURES_OF_ALL = 1000
export const FAILURES_MS = 30 * 24 * 60 * 60_000

/** A random code, 000000 to 999999. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
}

/** The digest that is kept of a code: without the server's key, all million codes could be tried in a second. */
export function codeMac(key: ServerKey, userId: number, code: string): string {
  return key.mac('reset code', userId, code)
}
