import type { ContractRoute } from '#server/http/contract/contract-route.ts'
import { SIGNED_OUT_HEADERS } from '#server/http/headers.ts'
import type { createAuthService } from './auth.service.ts'

export function authRoutes(route: ContractRoute, auth: ReturnType<typeof createAuthService>): void {
  route('login', async ({ body }, _, client) => {
    const data = await auth.login(body.email, body.password, client)
    if ('token' in data) return { message: 'Signed in.', data }
    return { code: 202, message: 'Please enter the code of your authenticator app.', data }
  })

  route.data('verifyTwoFactor', 'Signed in.', async ({ body }, _, client) => ({
    token: await auth.verifyTwoFactor(body.challenge, body.code, client),
  }))

  route.data('signInWithPasskey', 'Signed in.', async ({ body }, _, client) => ({
    token: await auth.signInWithPasskey(body, client),
  }))

  route.data('confirmIdentity', 'Thank you.', ({ body }, caller) => auth.confirmIdentity(caller, body))

  route('logout', async (_, caller) => {
    await auth.logout(caller)
    return { message: 'Signed out.', headers: SIGNED_OUT_HEADERS }
  })
}
