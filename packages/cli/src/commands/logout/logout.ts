import { ApiError } from '@rapport/core/api/api-error.ts'
import { formatTarget } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError, restatedError } from '#cli/io/errors.ts'
import type { Presentation } from '#cli/output/document.ts'

interface LogoutResult {
  /** Whether the server has revoked the token. */
  revoked: boolean
  outcome: string[]
  problem?: CliError
}

export const fields = ['profile', 'api_url', 'revoked']

/** Removes the local token, and revokes it on the server if possible. */
export async function run(_input: object, { client, profiles, target, describe }: Deps): Promise<LogoutResult> {
  const storedProfile = profiles.find(target.profile)
  if (!storedProfile?.token) return { revoked: false, outcome: [`Profile ${target.profile} was not signed in.`] }
  await profiles.save(target.profile, (before = storedProfile) => {
    const { token: _forgotten, ...rest } = before
    return rest
  })
  const signedOut = `Signed out of ${formatTarget(target)}`
  try {
    await client.call('logout')
  } catch (error) {
    if (error instanceof CliError && error.code === 'not_offered') {
      const warning = 'This server cannot revoke tokens: the token stays valid until it expires.'
      return { revoked: false, outcome: [`${signedOut}.`, warning] }
    }
    // With 401, the session had already ended.
    if (!(error instanceof ApiError && error.status === 401)) {
      const warning = 'The token could not be revoked: it stays valid on the server until it expires.'
      const toSentences = (reason: string) => [`${signedOut} on this machine only.`, warning, reason]
      return { revoked: false, outcome: [], problem: restatedError(error, describe(error), toSentences) }
    }
  }
  return { revoked: true, outcome: [`${signedOut}.`] }
}

export function present({ revoked, outcome, problem }: LogoutResult, { env, target }: Deps): Presentation {
  const rows = [{ profile: target.profile, api_url: target.apiUrl, revoked }]
  const info = [...outcome, ...(env['RAPPORT_TOKEN'] ? ['RAPPORT_TOKEN is still set.'] : [])].join('\n')
  return { document: { shape: 'record', rows }, info, problem }
}
