import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { TestServer } from '@rapport/server/testing'
import { TOTP } from 'otpauth'

/** The code of an authenticator app. The server accepts a code once, also during the time step before and after its own. */
export const codeAt = (secret: string, time: number | Date) =>
  new TOTP({ secret }).generate({ timestamp: Number(time) })

/** Turns on the two-factor authentication of the server's admin, with the code of the time step before. */
export async function turnOnTwoFactor(server: TestServer, token: string, now = Date.now()) {
  const post = async <Data>(path: string, body: object) => {
    const response = await server.fetch(
      new Request(`${server.baseUrl}/api/admin/two-factor${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
    const { data }: { data: Data } = await response.json()
    return data
  }
  const { secret } = await post<Schemas['TwoFactorSecret']>('', {})
  const { recovery_codes: recoveryCodes } = await post<Schemas['RecoveryCodes']>('/confirm', {
    code: codeAt(secret, now - 30_000),
  })
  return { secret, recoveryCodes }
}
