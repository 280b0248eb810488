import { randomInt } from 'node:crypto'
import { CODE_LENGTH } from '@rapport/core/auth/password-reset.ts'
import { DAY, MINUTE } from '#server/domain/time.ts'
import type { ServerKey } from '#server/security/server-key.ts'

export const CODE_MINUTES = 10
export const CODE_MS = CODE_MINUTES * MINUTE

/** Attempts per code for the IP block that requested it, and as many for all others together. */
export const MAX_ATTEMPTS_PER_CODE = 5

/** Wrong codes in a row after which an IP block gets no more codes (NIST SP 800-63B-4, 3.2.2). */
export const MAX_CONSECUTIVE_FAILURES_PER_IP_BLOCK = 100
/**
 * Wrong codes of an account in 30 days after which unknown IP blocks get no more codes: a chance of 1 in 1000 to guess one.
 */
export const MAX_FAILURES_PER_ACCOUNT = 1000
export const FAILURES_PER_ACCOUNT_MS = 30 * DAY

export function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
}

/** Returns a keyed digest: all million codes could be tried against a plain one in a second. */
export function codeMac(key: ServerKey, userId: number, code: string): string {
  return key.mac('reset code', userId, code)
}
