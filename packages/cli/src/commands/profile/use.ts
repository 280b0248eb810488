import { setDefaultProfile } from '#cli/config/profiles.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/output/document.ts'

interface UseResult {
  profile: string
  api_url: string
}

export async function run({ name }: { name: string }, { profiles }: Deps): Promise<UseResult> {
  const { apiUrl } = await setDefaultProfile(name, profiles)
  return { profile: name, api_url: apiUrl }
}

export function present(result: UseResult, { env }: Deps): Presentation {
  const lines = [`Now using profile ${result.profile}: ${result.api_url}`]
  for (const name of ['RAPPORT_PROFILE', 'RAPPORT_API_URL']) {
    if (env[name]) lines.push(`${name} is set and overrides it.`)
  }
  return { document: { shape: 'record', rows: [result], fields: ['profile', 'api_url'] }, info: lines.join('\n') }
}
