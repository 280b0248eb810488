import { ApiError } from '@rapport/core/api/api-error.ts'
import { MISSING_TOKEN_MESSAGES } from '@rapport/core/api/error-messages.ts'
import { nearest } from '@rapport/core/text/nearest.ts'
import { CliError, type ErrorTarget } from '#cli/io/errors.ts'
import { proxyFor, withoutPassword } from '#cli/io/proxy.ts'
import type { Terminal } from '#cli/io/terminal.ts'
import type { ProfileStore, Profile } from './profile-store.ts'
import { DEFAULT_API_URL, DEFAULT_PROFILE, resolveSettings, type Settings, withoutTrailingSlashes } from './settings.ts'

/** The API of a command, and the token for it. */
export interface Target extends ErrorTarget {
  token: string | undefined
}

/** Formats the API and the profile for messages. */
export function formatTarget({ apiUrl, profile }: Target): string {
  return `${apiUrl} (profile ${profile})`
}

export interface TargetFlags {
  profile?: string | undefined
  apiUrl?: string | undefined
  insecure?: boolean | undefined
}

/**
 * Resolves flags, environment, profile and defaults, in this order. A profile's token is used only for the address that issued
 * it. Throws `CliError` for an unknown profile, an invalid or insecure URL, and an invalid token.
 */
export function resolveTarget(flags: TargetFlags, env: NodeJS.ProcessEnv, profiles: ProfileStore): Target {
  const settings = resolveSettings(flags, env, profiles)
  const { storedProfile } = settings
  const { value: token, source } = settings.token
  const api = resolveApi(settings, flags, env, profiles, flags.profile !== undefined && flags.apiUrl === undefined)
  if (token === undefined)
    return { ...api, token, tokenSource: 'none', ...(storedProfile?.token && { otherApiUrl: storedProfile.apiUrl }) }
  if (source !== 'environment') return { ...api, token, tokenSource: 'profile' }
  return { ...api, token: parseToken(token), tokenSource: 'environment' }
}

function resolveApi(
  { profile: { value: name }, storedProfile, apiUrl: { value, source } }: Settings,
  { insecure = false }: TargetFlags,
  env: NodeJS.ProcessEnv,
  profiles: ProfileStore,
  mustExist = false,
) {
  const profile = parseProfileName(name)
  if (!storedProfile && profile !== DEFAULT_PROFILE && (mustExist || source === 'default'))
    throw unknownProfileError(profile, profiles)
  const apiUrl = parseWebAddress(value, insecure)
  return { profile, apiUrl, proxy: proxyFor(apiUrl, env) }
}

/** Throws `ApiError` without a session. The message is the same for every operation. */
export function requireToken({ token }: Target): void {
  if (!token) throw new ApiError('no_token', MISSING_TOKEN_MESSAGES.session, { operation: 'listCategories' })
}

/** Like `resolveTarget`, for `login`: a new profile is allowed if an address is given. */
export function resolveLoginTarget(flags: TargetFlags, env: NodeJS.ProcessEnv, profiles: ProfileStore): Target {
  const settings = resolveSettings(flags, env, profiles)
  const api = resolveApi(settings, flags, env, profiles)
  requireOwnApi(api, settings)
  return { ...api, token: undefined, tokenSource: 'none' }
}

/** Resolves the session of the profile for `logout`, ignoring the environment. Throws `CliError` for another --api-url. */
export function resolveLogoutTarget(flags: TargetFlags, env: NodeJS.ProcessEnv, profiles: ProfileStore): Target {
  const target = resolveOwnTarget(flags.profile, { insecure: true }, env, profiles)
  if (flags.apiUrl === undefined || parseWebAddress(flags.apiUrl, true) === target.apiUrl) return target
  throw new CliError('other_api', `Profile ${target.profile} uses ${target.apiUrl}, not ${flags.apiUrl}.`, {
    hint: 'Choose the session to end with --profile NAME. See rapport profile list',
  })
}

/** Creates a function that resolves the profile to write to, of two that --from and --to name. It throws `CliError`. */
export function profileTarget({ from, to }: { from?: string; to?: string }) {
  return (flags: TargetFlags, env: NodeJS.ProcessEnv, profiles: ProfileStore): Target => {
    if (from === undefined || to === undefined) throw new CliError('usage', 'Both --from and --to are required.')
    if (flags.profile !== undefined || flags.apiUrl !== undefined) {
      throw new CliError('usage', '--profile and --api-url cannot be used with --from and --to, which name profiles.')
    }
    const isUnknown = (name: string) => name !== DEFAULT_PROFILE && !profiles.find(parseProfileName(name))
    const [unknown, ...others] = [...new Set([from, to])].filter(isUnknown)
    if (unknown !== undefined) throw unknownProfileError(unknown, profiles, ...others)
    return resolveOwnTarget(to, flags, env, profiles)
  }
}

/** Resolves a profile and its own session. Ignores the environment: one token must not go to two servers. */
export function resolveOwnTarget(
  profile: string | undefined,
  { insecure }: TargetFlags,
  env: NodeJS.ProcessEnv,
  profiles: ProfileStore,
): Target {
  const { RAPPORT_TOKEN: _token, RAPPORT_API_URL: _apiUrl, ...rest } = env
  return resolveTarget({ profile, insecure }, rest, profiles)
}

/** Resolves the profile of a command that calls no API, and so needs no valid address. */
export function resolveOffline(flags: TargetFlags, env: NodeJS.ProcessEnv, profiles: ProfileStore): Target {
  const { profile, apiUrl } = resolveSettings(flags, env, profiles)
  return { profile: profile.value, apiUrl: apiUrl.value, token: undefined, tokenSource: 'none' }
}

/** Returns an empty target, for commands that work even if the configuration file cannot be read. */
export function resolveNothing(): Target {
  return { profile: '', apiUrl: '', token: undefined, tokenSource: 'none' }
}

/** Throws `CliError` if the profile is signed in to another address, which its session belongs to. */
export function requireSameApi(name: string, profile: Profile | undefined, apiUrl: string): void {
  if (!profile?.token || profile.apiUrl === apiUrl) return
  throw new CliError('profile_in_use', `Profile ${name} is signed in to ${profile.apiUrl}.`, {
    hint: `Use another profile with --profile NAME, or first run rapport logout --profile ${name}`,
  })
}

/**
 * Throws `CliError` if signing in would move the profile: it is signed in to another address, or the address is from the
 * environment of one shell.
 */
export function requireOwnApi(
  { profile: name, apiUrl }: Pick<Target, 'profile' | 'apiUrl'>,
  { storedProfile, apiUrl: { source, sourceName } }: Settings,
): void {
  requireSameApi(name, storedProfile, apiUrl)
  if (source !== 'environment' || !storedProfile || storedProfile.apiUrl === apiUrl) return
  throw new CliError(
    'profile_elsewhere',
    `Profile ${name} uses ${storedProfile.apiUrl}, but ${sourceName} is ${apiUrl}.`,
    {
      hint: `Use another profile with --profile NAME, or change this one with rapport profile set ${name} --api-url ${apiUrl}`,
    },
  )
}

/** Throws `CliError` (usage) for an invalid profile name. */
export function parseProfileName(name: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(name)) return name
  throw new CliError('bad_profile', `${JSON.stringify(name)} is not a valid profile name.`, {
    hint: 'Use letters, digits, - and _, such as staging.',
  })
}

/** Creates the error of an unknown profile, which lists the known ones. */
export function unknownProfileError(profile: string, profiles: ProfileStore, ...others: string[]): CliError {
  const names = profiles.names()
  const list = names.length === 0 ? 'There are none yet.' : `Known: ${names.join(', ')}.`
  const suggestion = nearest(profile, names)
  return new CliError(
    'unknown_profile',
    `There is no profile ${[profile, ...others].join(' and no profile ')}. ${list}`,
    {
      hint: `${suggestion === undefined ? '' : `Did you mean ${suggestion}? `}Create it with rapport login --profile ${profile} --api-url URL`,
    },
  )
}

/**
 * Returns the address without trailing slashes. Throws `CliError` for an invalid address, and for plain http to another
 * machine.
 */
function parseWebAddress(text: string, allowsInsecure: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new CliError('bad_api_url', `${JSON.stringify(withoutPassword(text))} is not a web address.`, {
      hint: 'Use a URL such as https://api.example.org, without name, password, query or fragment.',
    })
  }
  if (!allowsInsecure && isUnencrypted(url)) {
    throw new CliError('insecure_api_url', `${url.origin} would receive passwords and tokens unencrypted.`, {
      hint: `Use https://${url.host}, or add --insecure if you trust the network.`,
    })
  }
  return withoutTrailingSlashes(url.href)
}

/** Returns true if passwords and tokens would be sent unencrypted. */
export function isUnencrypted({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !isLoopback(`http://${hostname}`)
}

export function isLoopback(url: string): boolean {
  const hostname = URL.parse(url)?.hostname ?? ''
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** Throws `CliError` for a token that `fetch` would refuse with an error that quotes it. */
function parseToken(token: string): string {
  if (/^[\x21-\x7E]+$/.test(token)) return token
  throw new CliError('bad_token', 'RAPPORT_TOKEN contains characters that a token cannot have.', {
    hint: 'Copy it again, without quotes and spaces.',
  })
}

/** Says on a terminal what is about to be written, and where. */
export function announceWrite({ terminal, target }: { terminal: Terminal; target: Target }, action: string): void {
  if (terminal.isTerminal) terminal.info(`${action} on ${formatTarget(target)}`)
}

/** Returns a stored profile, or the default values of the profile `default`. Throws `CliError` (usage) for an unknown name. */
export function requireProfile(name: string, profiles: ProfileStore): Profile {
  const profile = profiles.find(parseProfileName(name))
  if (profile) return profile
  if (name === DEFAULT_PROFILE) return { apiUrl: DEFAULT_API_URL }
  throw unknownProfileError(name, profiles)
}

export async function setDefaultProfile(name: string, profiles: ProfileStore): Promise<Profile> {
  const profile = requireProfile(name, profiles)
  await profiles.use(name)
  return profile
}

interface ProfileUrls {
  apiUrl?: string | undefined
  consoleUrl?: string | undefined
  allowsInsecure: boolean
}

/**
 * Creates or changes a profile. Throws `CliError` for an invalid or insecure address, for a profile that is signed in to
 * another API, and for a new profile without an API.
 */
export async function setUrls(name: string, urls: ProfileUrls, profiles: ProfileStore): Promise<Profile> {
  const apiUrl = urls.apiUrl === undefined ? undefined : parseWebAddress(urls.apiUrl, urls.allowsInsecure)
  const consoleUrl = urls.consoleUrl === undefined ? undefined : parseWebAddress(urls.consoleUrl, urls.allowsInsecure)
  const currentProfile = apiUrl === undefined ? requireProfile(name, profiles) : undefined
  return profiles.save(parseProfileName(name), (before = currentProfile) => {
    const next = { ...before, apiUrl: apiUrl ?? before?.apiUrl ?? DEFAULT_API_URL, ...(consoleUrl && { consoleUrl }) }
    requireSameApi(name, before, next.apiUrl)
    const { email: _email, ...others } = next
    return before?.apiUrl === next.apiUrl ? next : others
  })
}
