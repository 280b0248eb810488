import { pluralize } from '@rapport/core/text/pluralize.ts'
import { resolveProfile } from '#cli/config/settings.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/output/document.ts'
import { renderTable, type Column } from '#cli/output/table.ts'

interface ListedProfile {
  name: string
  api_url: string
  email: string | null
  signed_in: boolean
  current: boolean
}

/** Lists the profiles without their tokens. */
export async function run(_input: object, { givenFlags, env, profiles }: Deps): Promise<ListedProfile[]> {
  const current = resolveProfile(givenFlags, env, profiles).value
  return profiles.names().flatMap((name) => {
    const profile = profiles.find(name)
    if (!profile) return []
    const { apiUrl, email = null, token } = profile
    return [{ name, api_url: apiUrl, email, signed_in: token !== undefined, current: name === current }]
  })
}

const columns: readonly Column<ListedProfile>[] = [
  { title: 'IN USE', text: ({ current }) => (current ? '*' : '') },
  { title: 'NAME', text: ({ name }) => name },
  { title: 'API', text: ({ api_url }) => api_url },
  { title: 'SIGNED IN AS', text: ({ signed_in, email }) => (signed_in ? (email ?? 'yes') : 'no') },
]

export function present(profiles: ListedProfile[]): Presentation {
  const { length } = profiles
  return {
    document: {
      shape: 'list',
      rows: profiles,
      fields: ['name', 'api_url', 'email', 'signed_in', 'current'],
      table: (options) => (length === 0 ? '' : renderTable(columns, profiles, options)),
    },
    info: length === 0 ? 'No profiles yet. Run rapport login to create one.' : pluralize(length, 'profile'),
  }
}
