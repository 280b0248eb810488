import { zodResolver } from '@hookform/resolvers/zod'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import { signInInput, type SignInInput } from '@rapport/core/auth/sign-in.ts'
import { api } from '#lib/api.ts'
import { startSession } from '#lib/session.ts'

/** Holds the form to core's input. */
export const resolver = zodResolver(signInInput)

/** Signs in and starts the session; throws `ApiError`. */
export async function signIn(body: SignInInput): Promise<void> {
  const { token } = await unwrap(api.POST('/api/admin/login', { body }))
  startSession(token)
}
