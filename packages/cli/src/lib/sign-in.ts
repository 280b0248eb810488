import { unwrap } from '@rapport/core/api/unwrap.ts'
import { signInInput } from '@rapport/core/auth/sign-in.ts'
import { chosenApiUrl } from '#cli/auth/settings.ts'
import { refuseToFollow, refuseToMove } from '#cli/auth/target.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'

/**
 * Signs in, keeps the token in the profile, and uses it for what is called from now on. Answers the address as it is kept.
 * @throws CliError for what cannot be an address and a password, and where the profile would be moved to another API unasked
 */
export async function signIn(given: { email: string; password: string }, deps: Deps): Promise<string> {
  const { api, call, credentials, target, given: flags, env, signal } = deps
  const parsed = signInInput.safeParse(given)
  if (!parsed.success) {
    const messages = parsed.error.issues.map(({ message }) => message)
    throw new CliError('invalid_input', messages.join(' '), { hint: 'See rapport login --help.' })
  }
  const body = parsed.data
  const kept = credentials.find(target.profile)
  refuseToMove(target.profile, kept, target.apiUrl)
  refuseToFollow(target.profile, kept, target.apiUrl, chosenApiUrl(flags, env, target.profile, kept))
  const { token } = await call('login', () => unwrap(api.POST('/api/admin/login', { body, signal })))
  await credentials.save(target.profile, (before) => {
    refuseToMove(target.profile, before, target.apiUrl)
    return { ...before, apiUrl: target.apiUrl, email: body.email, token }
  })
  target.token = token
  target.tokenSource = 'profile'
  return body.email
}
