import { ApiError } from '@rapport/core/api/api-error.ts'
import { resolveOwnTarget } from '#cli/config/target.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError, describeError, restatedError } from '#cli/io/errors.ts'

/** Opens the profile to read from while another one is written to. Throws `CliError`. */
export function openSource(profile: string, deps: Deps): Deps {
  const target = resolveOwnTarget(profile, deps.givenFlags, deps.env, deps.profiles)
  if (target.apiUrl === deps.target.apiUrl) {
    throw new CliError('usage', `${profile} and ${deps.target.profile} are the same API: ${target.apiUrl}`)
  }
  return { ...deps, target, client: deps.connect(target), describe: (error) => describeError(error, target) }
}

/** Reads from the source. Errors name its profile, so that they are not mistaken for errors of the target. */
export async function readFromSource<Result>(source: Deps, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === 'aborted') throw error
    throw restatedError(error, source.describe(error), (message) => [`${source.target.profile}: ${message}`])
  }
}
