import type { ContractRoute } from '#server/http/contract-route.ts'
import type { AuthService } from './auth.service.ts'

export function authRoutes(route: ContractRoute, auth: AuthService): void {
  route('login', async ({ body }, _, origin) => ({
    message: 'Signed in.',
    data: { token: await auth.signIn(body.email, body.password, origin) },
  }))

  route('logout', async (_, caller) => {
    await auth.signOut(caller)
    // Not "storage", which holds the logo and the theme, nor "cookies", which are those of the whole domain.
    return { message: 'Signed out.', headers: { 'Clear-Site-Data': '"cache"' } }
  })
}
