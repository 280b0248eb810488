import { unwrap } from '@rapport/core/api/unwrap.ts'
import { signInInput, type SignInInput } from '@rapport/core/auth/sign-in.ts'
import { api } from '#lib/api.ts'
import { startSession } from '#lib/session.ts'
import type { PublicAction } from '#lib/use-public-form.ts'

/** Signs in and starts the session. */
export const signIn: PublicAction<SignInInput, void> = {
  input: signInInput,
  send: async (body) => {
    const { token } = await unwrap(api.POST('/api/admin/login', { body }))
    startSession(token)
  },
}
