import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { SignInInput } from '@rapport/core/auth/sign-in.ts'
import { api } from '#data/api.ts'
import { startSession } from '#session/session.ts'

export async function signIn(body: SignInInput): Promise<void> {
  const { token } = await unwrap(api.POST('/api/admin/login', { body }))
  startSession(token, body.email)
}
