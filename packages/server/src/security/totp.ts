import { TOTP_DIGITS } from '@rapport/core/auth/sign-in.ts'
import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
/** Phones' clocks may be a step off in either direction (RFC 6238, section 5.2). */
const DRIFT_STEPS = 1

/** Returns 160 random bits in Base32, as RFC 4226 recommends. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the text of the QR code for an authenticator app. */
export function secretUri(secret: string, account: string): string {
  return totp(secret, account).toString()
}

/** Returns the time step of the code; undefined if it is not valid now. */
export function findTimeStep(secret: string, code: string, now: number): number | undefined {
  const delta = totp(secret).validate({ token: code, timestamp: now, window: DRIFT_STEPS })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta
}

function totp(secret: string, account = ''): TOTP {
  return new TOTP({
    issuer: 'Rapport',
    label: account,
    secret,
    period: PERIOD_SECONDS,
    digits: TOTP_DIGITS,
    algorithm: 'SHA1',
  })
}
