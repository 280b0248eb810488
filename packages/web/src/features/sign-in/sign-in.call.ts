import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { SignInInput } from '@rapport/core/auth/sign-in.ts'
import { api } from '#data/api.ts'
import { startSession } from '#session/session.ts'

export async function signIn(body: SignInInput): Promise<void> {
  const answer = await unwrap(api.POST('/api/admin/login', { body }))
  if ('challenge' in answer) throw new Error('The second step is not asked for yet.')
  startSession(answer.token, body.email)
}
