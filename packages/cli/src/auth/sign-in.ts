import { signInInput } from '@rapport/core/auth/sign-in.ts'
import { resolveSettings } from '#cli/config/settings.ts'
import { requireOwnApi, requireSameApi } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'

export interface SignInDetails {
  email: string
  password: string
  /** Asks for the code if two-factor authentication is on. */
  getCode?: () => Promise<string>
}

/**
 * Signs in, stores the token in the profile and uses it for all further calls. Returns the stored email address. Throws
 * `CliError` for invalid input, and if the profile would move to another API.
 */
export async function signIn({ getCode, ...credentials }: SignInDetails, deps: Deps): Promise<string> {
  const { client, profiles, target, givenFlags, env } = deps
  const { profile, apiUrl } = target
  const parsed = signInInput.safeParse(credentials)
  if (!parsed.success) {
    const messages = parsed.error.issues.map(({ message }) => message)
    throw new CliError('invalid_input', messages.join(' '), { hint: 'See rapport login --help' })
  }
  requireOwnApi(target, resolveSettings(givenFlags, env, profiles))
  const response = await client.call('login', { body: parsed.data })
  const token = 'challenge' in response ? await finishSignIn(response.challenge, getCode, deps) : response.token
  const { email } = parsed.data
  await profiles.save(profile, (before) => {
    requireSameApi(profile, before, apiUrl)
    return { ...before, apiUrl, email, token }
  })
  target.token = token
  target.tokenSource = 'profile'
  return email
}

async function finishSignIn(challenge: string, getCode: SignInDetails['getCode'], { client }: Deps): Promise<string> {
  if (!getCode) {
    throw new CliError('code_needed', 'This account has two-factor authentication: a code is required.', {
      hint: 'Run rapport login on a terminal, or use --password-stdin with the code on line 2.',
    })
  }
  const body = { challenge, code: (await getCode()).trim() }
  return (await client.call('verifyTwoFactor', { body })).token
}
