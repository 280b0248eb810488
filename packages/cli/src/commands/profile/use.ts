import { chooseProfile } from '#cli/config/profiles.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/output/document.ts'

export interface NamedProfile {
  name: string
}

interface UseResult {
  profile: string
  api_url: string
}

export async function run({ name }: NamedProfile, { profiles }: Deps): Promise<UseResult> {
  const { apiUrl } = await chooseProfile(name, profiles)
  return { profile: name, api_url: apiUrl }
}

export function present(used: UseResult, { env }: Deps): Presentation {
  const lines = [`Now using profile ${used.profile}: ${used.api_url}`]
  for (const name of ['RAPPORT_PROFILE', 'RAPPORT_API_URL']) {
    if (env[name]) lines.push(`${name} is set and overrides it.`)
  }
  return { document: { shape: 'record', rows: [used], fields: ['profile', 'api_url'] }, info: lines.join('\n') }
}
