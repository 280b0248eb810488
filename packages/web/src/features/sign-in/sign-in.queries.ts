import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { SignInInput } from '@rapport/core/auth/sign-in.ts'
import { api } from '#data/api.ts'
import { startSession } from '#session/session.ts'

/** A sign-in whose password is right and whose code is missing. */
export interface Challenge {
  challenge: string
  email: string
}

/** Starts a session, or returns the challenge of an account with two-factor authentication. */
export async function signIn(body: SignInInput): Promise<Challenge | undefined> {
  const answer = await unwrap(api.POST('/api/admin/login', { body }))
  if ('challenge' in answer) return { challenge: answer.challenge, email: body.email }
  startSession(answer.token, body.email)
  return undefined
}

/** Starts the session with a code of the authenticator app, or a recovery code. */
export async function finishSignIn({ challenge, email }: Challenge, code: string): Promise<void> {
  const { token } = await unwrap(api.POST('/api/admin/two-factor/verify', { body: { challenge, code } }))
  startSession(token, email)
}
