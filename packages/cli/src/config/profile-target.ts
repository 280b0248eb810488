import { CliError } from '#cli/io/errors.ts'
import type { ProfileStore } from './profile-store.ts'
import { resolveTarget, type Target, type TargetFlags } from './target.ts'

/**
 * Creates a function that resolves a profile and its own session. It ignores the environment: one token must not go to two
 * servers. It throws `CliError`.
 */
export function profileTarget(name: string) {
  return (flags: TargetFlags, env: NodeJS.ProcessEnv, profiles: ProfileStore): Target => {
    if (flags.profile !== undefined || flags.apiUrl !== undefined) {
      throw new CliError('usage', '--profile and --api-url cannot be used with --from and --to, which name profiles.')
    }
    const { RAPPORT_TOKEN: _token, RAPPORT_API_URL: _apiUrl, ...rest } = env
    return resolveTarget({ profile: name, insecure: flags.insecure }, rest, profiles)
  }
}
