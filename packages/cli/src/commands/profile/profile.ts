import { pluralize } from '@rapport/core/text/pluralize.ts'
import type { Profile } from '#cli/config/profile-store.ts'
import { resolveSettings } from '#cli/config/settings.ts'
import { parseProfileName, setDefaultProfile, setUrls, unknownProfileError } from '#cli/config/target.ts'
import { type CommandModule, defineCommand, type Deps } from '#cli/deps.ts'
import { requireConsent } from '#cli/io/consent.ts'
import { CliError } from '#cli/io/errors.ts'
import { bulkFields, singleDeletionDocument } from '#cli/output/bulk-document.ts'
import { renderTable, type Column } from '#cli/output/table.ts'

interface ListedProfile {
  name: string
  api_url: string
  email: string | null
  signed_in: boolean
  current: boolean
}

interface SetInput {
  name: string
  apiUrl?: string | undefined
  consoleUrl?: string | undefined
}

/** Lists the profiles without their tokens. */
export const list: CommandModule<object, ListedProfile[]> = {
  fields: ['name', 'api_url', 'email', 'signed_in', 'current'],
  async run(_input, { givenFlags, env, profiles }) {
    const current = resolveSettings(givenFlags, env, profiles).profile.value
    return profiles.names().flatMap((name) => {
      const profile = profiles.find(name)
      if (!profile) return []
      const { apiUrl, email = null, token } = profile
      return [{ name, api_url: apiUrl, email, signed_in: token !== undefined, current: name === current }]
    })
  },
  present(profiles) {
    const { length } = profiles
    return {
      document: {
        shape: 'list',
        rows: profiles,
        table: (options) => (length === 0 ? '' : renderTable(columns, profiles, options)),
      },
      info: length === 0 ? 'No profiles yet. Run rapport login to create one.' : pluralize(length, 'profile'),
    }
  },
}

const columns: readonly Column<ListedProfile>[] = [
  { title: 'IN USE', text: ({ current }) => (current ? '*' : '') },
  { title: 'NAME', text: ({ name }) => name },
  { title: 'API', text: ({ api_url }) => api_url },
  { title: 'SIGNED IN AS', text: ({ signed_in, email }) => (signed_in ? (email ?? 'yes') : 'no') },
]

export const use = defineCommand({
  fields: ['profile', 'api_url'],
  async run({ name }: { name: string }, { profiles }) {
    const { apiUrl } = await setDefaultProfile(name, profiles)
    return { profile: name, api_url: apiUrl }
  },
  present(result, { env }) {
    const lines = [`Now using profile ${result.profile}: ${result.api_url}`]
    for (const name of ['RAPPORT_PROFILE', 'RAPPORT_API_URL']) {
      if (env[name]) lines.push(`${name} is set and overrides it.`)
    }
    return { document: { shape: 'record', rows: [result] }, info: lines.join('\n') }
  },
})

export const set = defineCommand({
  fields: ['profile', 'api_url', 'console_url', 'signed_in'],
  async run({ name, apiUrl, consoleUrl }: SetInput, { givenFlags, profiles }) {
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
  },
  present(result) {
    const { profile, api_url, console_url, signed_in } = result
    const lines = [`Profile ${profile} uses ${api_url}.`]
    if (console_url !== undefined) lines.push(`Its console is ${console_url}.`)
    if (!signed_in) lines.push(`Sign in with rapport login --profile ${profile}`)
    return { document: { shape: 'record', rows: [result] }, info: lines.join('\n') }
  },
})

export const remove = defineCommand({
  fields: bulkFields,
  async run({ name }: { name: string }, deps) {
    const { profiles, env } = deps
    const profile = profiles.find(parseProfileName(name))
    if (!profile) throw unknownProfileError(name, profiles)
    await confirmRemoval(name, profile, deps)
    const wasInUse = resolveSettings({}, env, profiles).profile.value === name
    await profiles.remove(name)
    return { name, notice: wasInUse ? nextProfileNotice(name, deps) : undefined }
  },
  present: ({ name, notice }) => ({
    document: singleDeletionDocument(name),
    info: [`Removed profile ${name}.`, ...(notice === undefined ? [] : [notice])].join('\n'),
  }),
})

/** Returns a sentence about the profile that is used without flags. */
function nextProfileNotice(removedName: string, { env, profiles }: Deps): string {
  const { profile, apiUrl } = resolveSettings({}, env, profiles)
  const { value: name, source, sourceName } = profile
  if (name === removedName && source === 'environment')
    return `${sourceName} still names it: unset it, or name another profile.`
  return `Now using profile ${name}: ${apiUrl.value}`
}

function confirmRemoval(name: string, { apiUrl, token }: Profile, deps: Deps): Promise<void> {
  const sessionWarning = `Its session stays valid on the server. To end it first, run rapport logout --profile ${name}`
  return requireConsent(deps, {
    action: `Removing profile ${name}`,
    lines: [`This removes profile ${name} for ${apiUrl}.`, ...(token ? [sessionWarning] : [])],
    prompt: 'Are you sure you want to remove this profile?',
    hint: 'Pass --yes to remove it without being asked.',
    declinedMessage: 'Nothing was removed.',
  })
}
