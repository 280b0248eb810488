import { chosenProfile } from '#cli/auth/settings.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { everyName } from '#cli/lib/every-name.ts'
import { presentList, type RecordView } from '#cli/lib/record-presentation.ts'

interface ListedProfile {
  name: string
  api_url: string
  email: string | null
  signed_in: boolean
  /** Whether it is the one that is used. */
  current: boolean
}

/** The profiles on this machine, without their tokens. */
export async function run(_input: object, { given, env, credentials }: Deps): Promise<ListedProfile[]> {
  const current = chosenProfile(given, env, credentials).value
  return credentials.names().flatMap((name) => {
    const profile = credentials.find(name)
    if (!profile) return []
    const { apiUrl, email = null, token } = profile
    return [{ name, api_url: apiUrl, email, signed_in: token !== undefined, current: name === current }]
  })
}

const view: RecordView<ListedProfile> = {
  noun: { one: 'profile', many: 'profiles', list: 'rapport profile list' },
  fields: everyName<keyof ListedProfile>({ name: true, api_url: true, email: true, signed_in: true, current: true }),
  columns: [
    { title: 'IN USE', text: ({ current }) => (current ? '*' : '') },
    { title: 'NAME', text: ({ name }) => name },
    { title: 'API', text: ({ api_url }) => api_url },
    { title: 'SIGNED IN AS', text: ({ signed_in, email }) => (signed_in ? (email ?? 'yes') : 'no') },
  ],
}

export function present(profiles: ListedProfile[]): Presentation {
  return presentList(view, { rows: profiles, none: 'No profiles yet: rapport login makes the first.' })
}
