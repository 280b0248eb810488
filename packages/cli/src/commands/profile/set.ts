import { setUrls } from '#cli/config/profiles.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import type { Presentation } from '#cli/output/document.ts'

export interface SetInput {
  name: string
  apiUrl?: string | undefined
  consoleUrl?: string | undefined
}

interface SetResult {
  profile: string
  api_url: string
  console_url?: string
  signed_in: boolean
}

export async function run({ name, apiUrl, consoleUrl }: SetInput, { givenFlags, profiles }: Deps): Promise<SetResult> {
  if (apiUrl === undefined && consoleUrl === undefined) {
    throw new CliError('usage', `Set --api-url or --console-url for profile ${name}.`, {
      hint: `For example: rapport profile set ${name} --api-url https://api.example.org`,
    })
  }
  const urls = { apiUrl, consoleUrl, allowsInsecure: givenFlags.insecure ?? false }
  const profile = await setUrls(name, urls, profiles)
  return {
    profile: name,
    api_url: profile.apiUrl,
    ...(profile.consoleUrl !== undefined && { console_url: profile.consoleUrl }),
    signed_in: profile.token !== undefined,
  }
}

export function present(result: SetResult): Presentation {
  const { profile, api_url, console_url, signed_in } = result
  const lines = [`Profile ${profile} uses ${api_url}.`]
  if (console_url !== undefined) lines.push(`Its console is ${console_url}.`)
  if (!signed_in) lines.push(`Sign in with rapport login --profile ${profile}`)
  const fields = ['profile', 'api_url', 'console_url', 'signed_in']
  return { document: { shape: 'record', rows: [result], fields }, info: lines.join('\n') }
}
