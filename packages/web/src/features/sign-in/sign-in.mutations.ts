import type { Schemas } from '@rapport/core/api/contract-types.ts'
import type { SignInInput } from '@rapport/core/auth/sign-in.ts'
import { client } from '#data/api.ts'
import { startSession } from '#session/session.ts'

/** A sign-in that still needs a two-factor code. */
export interface Challenge {
  challenge: string
  email: string
}

/** Starts a session, or returns a challenge if the account has two-factor authentication. */
export async function signIn(body: SignInInput): Promise<Challenge | undefined> {
  const response = await client.call('login', { body })
  if ('challenge' in response) return { challenge: response.challenge, email: body.email }
  startSession(response.token, body.email)
  return undefined
}

/** Starts the session with an authenticator or recovery code. */
export async function finishSignIn({ challenge, email }: Challenge, code: string): Promise<void> {
  const { token } = await client.call('verifyTwoFactor', { body: { challenge, code } })
  startSession(token, email)
}

/** Starts the session with a passkey; the settings then tell whose. */
export async function signInWithPasskey(body: Schemas['PasskeyAssertion']): Promise<void> {
  const { token } = await client.call('signInWithPasskey', { body })
  startSession(token, '')
}
