import { ApiError } from '@rapport/core/api/api-error.ts'
import { formatTarget } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError, restatedError } from '#cli/io/errors.ts'
import { namesOnly, type Presentation } from '#cli/output/document.ts'

interface LogoutResult {
  profile: string
  api_url: string
  /** Whether the server has revoked the token. */
  revoked: boolean
  wasSignedIn: boolean
  problem?: unknown
}

const FIELDS = ['profile', 'api_url', 'revoked']
export const fields = () => namesOnly(FIELDS)

/** Removes the local token, and revokes it on the server if possible. */
export async function run(_input: object, deps: Deps): Promise<LogoutResult> {
  const { profiles, target } = deps
  const storedProfile = profiles.find(target.profile)
  const profileFields = { profile: target.profile, api_url: target.apiUrl }
  if (!storedProfile?.token) return { ...profileFields, revoked: false, wasSignedIn: false }

  await profiles.save(target.profile, (before = storedProfile) => {
    const { token: _forgotten, ...rest } = before
    return rest
  })
  try {
    return { ...profileFields, revoked: await revoke(deps), wasSignedIn: true }
  } catch (problem) {
    // The session had already ended.
    if (problem instanceof ApiError && problem.status === 401)
      return { ...profileFields, revoked: true, wasSignedIn: true }
    const toSentences = (reason: string) => [
      `Signed out of ${formatTarget(target)} on this machine only.`,
      'The token could not be revoked: it stays valid on the server until it expires.',
      reason,
    ]
    const restated = restatedError(problem, deps.describe(problem), toSentences)
    return { ...profileFields, revoked: false, wasSignedIn: true, problem: restated }
  }
}

async function revoke(deps: Deps): Promise<boolean> {
  try {
    await deps.client.call('logout')
    return true
  } catch (error) {
    if (error instanceof CliError && error.code === 'not_offered') return false
    throw error
  }
}

export function present(result: LogoutResult, { env, target }: Deps): Presentation {
  const { profile, api_url, revoked, wasSignedIn, problem } = result
  const lines: string[] = []
  if (!wasSignedIn) lines.push(`Profile ${profile} was not signed in.`)
  else if (problem === undefined) {
    lines.push(`Signed out of ${formatTarget(target)}.`)
    if (!revoked) lines.push('This server cannot revoke tokens: the token stays valid until it expires.')
  }
  if (env['RAPPORT_TOKEN']) lines.push('RAPPORT_TOKEN is still set.')
  const document = { shape: 'record', rows: [{ profile, api_url, revoked }], fields: FIELDS } as const
  return { document, info: lines.join('\n'), problem }
}
