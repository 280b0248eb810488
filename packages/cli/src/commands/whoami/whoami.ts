import type { Settings } from '@rapport/core/entities/profile/profile.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/output/document.ts'
import { renderRecord } from '#cli/output/table.ts'

interface Identity extends Settings {
  profile: string
  api_url: string
  token_source: string
}

export const fields = ['email', 'first_name', 'last_name', 'extensions', 'profile', 'api_url', 'token_source']

/** Fetches the account, and says where API and token come from. */
export async function run(_input: object, { client, target, profiles }: Deps): Promise<Identity> {
  const settings = await client.call('getSettings')
  const token_source = target.tokenSource === 'environment' ? 'RAPPORT_TOKEN' : profiles.path
  return { ...settings, profile: target.profile, api_url: target.apiUrl, token_source }
}

export function present(identity: Identity): Presentation {
  const { first_name, last_name, email, profile, api_url, token_source } = identity
  const name = [first_name, last_name].filter(Boolean).join(' ')
  const line = (title: string, text: string) => ({ title, text: () => text })
  const lines = [
    line('Signed in as', name === '' ? email : `${name} <${email}>`),
    line('API', api_url),
    line('Profile', profile),
    line('Token from', token_source),
  ]
  return { document: { shape: 'record', rows: [identity], table: () => renderRecord(lines, identity) } }
}
