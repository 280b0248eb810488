import { unwrap } from '@rapport/core/api/unwrap.ts'
import { signInInput } from '@rapport/core/auth/sign-in.ts'
import { chosenApiUrl } from './settings.ts'
import { refuseToFollow, refuseToMove } from './target.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'

/**
 * Signs in, stores the token in the profile, and uses it for all calls from now on. Returns the stored e-mail address.
 * @throws CliError for invalid input, and if the profile would silently move to another API
 */
export async function signIn(given: { email: string; password: string }, deps: Deps): Promise<string> {
  const { api, call, credentials, target, given: flags, env, signal } = deps
  const { profile, apiUrl } = target
  const parsed = signInInput.safeParse(given)
  if (!parsed.success) {
    const messages = parsed.error.issues.map(({ message }) => message)
    throw new CliError('invalid_input', messages.join(' '), { hint: 'See rapport login --help.' })
  }
  const stored = credentials.find(profile)
  refuseToMove(profile, stored, apiUrl)
  refuseToFollow(profile, stored, apiUrl, chosenApiUrl(flags, env, profile, stored))
  const answer = await call('login', () => unwrap(api.POST('/api/admin/login', { body: parsed.data, signal })))
  if ('challenge' in answer) throw new CliError('second_step', 'The second step is not asked for yet.')
  const { token } = answer
  const { email } = parsed.data
  await credentials.save(profile, (before) => {
    refuseToMove(profile, before, apiUrl)
    return { ...before, apiUrl, email, token }
  })
  target.token = token
  target.tokenSource = 'profile'
  return email
}
