import { randomInt } from 'node:crypto'
import type { ServerKey } from './server-key.ts'

const CODE_COUNT = 10
/** Crockford's Base32 has no similar-looking letters; ten of them are 50 bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Generates ten codes such as `3k9vd-x2m7q`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODE_COUNT }, () => `${randomLetters()}-${randomLetters()}`)
}

/** Returns true unless the code has six digits, as codes of an authenticator app have. */
export function isRecoveryCode(code: string): boolean {
  return !/^\s*\d{6}\s*$/.test(code)
}

/** Returns the keyed digest of a recovery code; ignores case, spaces and hyphens. */
export function recoveryCodeMac(key: ServerKey, userId: number, code: string): string {
  return key.mac('recovery code', userId, code.toLowerCase().replaceAll(/[^0-9a-z]/g, ''))
}

function randomLetters(): string {
  return Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
