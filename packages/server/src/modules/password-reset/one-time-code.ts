import { randomInt } from 'node:crypto'
import { CODE_LENGTH } from '@rapport/core/auth/password-reset.ts'
import type { ServerKey } from '#server/security/server-key.ts'

export const CODE_MINUTES = 10
export const CODE_MS = CODE_MINUTES * 60_000

/** Attempts per code for the IP block that requested it, and as many for all others together. */
export const MAX_ATTEMPTS = 5

/** Consecutive wrong codes of one IP block, after which it gets no more (NIST SP 800-63B-4, 3.2.2). */
export const MAX_FAILURES = 100
/**
 * Wrong codes per account within FAILURES_MS, from all unknown IP blocks together: a chance of 1 in 1000 to guess a code.
 */
export const MAX_FAILURES_FROM_UNKNOWN = 1000
export const FAILURES_MS = 30 * 24 * 60 * 60_000

export function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
}

/** Keyed, since all million codes could be tried against a plain digest in a second. */
export function codeMac(key: ServerKey, userId: number, code: string): string {
  return key.mac('reset code', userId, code)
}
