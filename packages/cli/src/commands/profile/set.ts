import { pointProfile } from '#cli/auth/profiles.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import type { Presentation } from '#cli/io/output.ts'
import type { NamedProfile } from './use.ts'

interface Set {
  profile: string
  api_url: string
  signed_in: boolean
}

/** Creates a profile or changes its address: to that of the flag, not of the environment, which is of this shell only. */
export async function run({ name }: NamedProfile, { given, credentials }: Deps): Promise<Set> {
  const { apiUrl: url, insecure = false } = given
  if (url === undefined) {
    throw new CliError('usage', `--api-url is required to set profile ${name}.`, {
      hint: `For example: rapport profile set ${name} --api-url https://api.example.org`,
    })
  }
  const { apiUrl, token } = await pointProfile(name, { apiUrl: url, insecure }, credentials)
  return { profile: name, api_url: apiUrl, signed_in: token !== undefined }
}

export function present(set: Set): Presentation {
  const { profile, api_url, signed_in } = set
  const next = signed_in ? '' : ` Sign in with rapport login --profile ${profile}.`
  return {
    document: { shape: 'record', rows: [set], fields: ['profile', 'api_url', 'signed_in'] },
    info: `Profile ${profile} now uses ${api_url}.${next}`,
  }
}
