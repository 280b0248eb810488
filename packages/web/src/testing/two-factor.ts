import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { TestServer } from '@rapport/server/testing'
import { TOTP } from 'otpauth'
import { callApi } from './call-api.ts'

/** The code of an authenticator app. The server accepts a code once, also during the time step before and after its own. */
export const codeAt = (secret: string, time: number | Date) =>
  new TOTP({ secret }).generate({ timestamp: Number(time) })

/** Turns on the two-factor authentication of the server's admin, with the code of the time step before. */
export async function turnOnTwoFactor(server: TestServer, token: string, now = Date.now()) {
  const admin = { ...server, token }
  const { secret } = await callApi<Schemas['TwoFactorSecret']>(admin, 'POST two-factor', {})
  const code = codeAt(secret, now - 30_000)
  const { recovery_codes: recoveryCodes } = await callApi<Schemas['RecoveryCodes']>(admin, 'POST two-factor/confirm', {
    code,
  })
  return { secret, recoveryCodes }
}
