import { CliError } from '#cli/io/errors.ts'
import { OUTPUT_FORMATS, type OutputFormat } from '#cli/output/document.ts'
import { parseTimeout } from './parse-timeout.ts'
import type { ProfileStore, Profile } from './profile-store.ts'

/** The source of a value. A flag overrides the environment, which overrides the profile, which overrides the default. */
export type Source = 'flag' | 'environment' | 'profile' | 'default'

export interface Resolved<Value> {
  value: Value
  source: Source
  /** The flag, variable or profile. */
  sourceName: string
}

/** The flags that override settings. */
export interface SettingFlags {
  profile?: string | undefined
  apiUrl?: string | undefined
  output?: OutputFormat | undefined
  json?: boolean | undefined
  jq?: string | undefined
  timeout?: number | undefined
  color?: boolean
}

export const DEFAULT_PROFILE = 'default'
export const DEFAULT_API_URL = 'http://127.0.0.1:4000'
const DEFAULT_TIMEOUT_S = 30

export const COLOR_CHOICES = ['auto', 'never'] as const
export type ColorChoice = (typeof COLOR_CHOICES)[number]

export function resolveProfile(
  { profile }: SettingFlags,
  env: NodeJS.ProcessEnv,
  profiles: ProfileStore,
): Resolved<string> {
  if (profile) return { value: profile, source: 'flag', sourceName: '--profile' }
  if (env['RAPPORT_PROFILE'])
    return { value: env['RAPPORT_PROFILE'], source: 'environment', sourceName: 'RAPPORT_PROFILE' }
  const current = profiles.current()
  if (current) return { value: current, source: 'profile', sourceName: 'rapport profile use' }
  return fromDefault(DEFAULT_PROFILE)
}

/** Returns the address, not validated. A profile named by a flag overrides the environment. */
export function resolveApiUrl(
  { apiUrl, profile }: SettingFlags,
  env: NodeJS.ProcessEnv,
  name: string,
  storedProfile: Profile | undefined,
): Resolved<string> {
  if (apiUrl) return { value: apiUrl, source: 'flag', sourceName: '--api-url' }
  if (profile && storedProfile) return fromProfile(storedProfile.apiUrl, name)
  if (env['RAPPORT_API_URL'])
    return { value: env['RAPPORT_API_URL'], source: 'environment', sourceName: 'RAPPORT_API_URL' }
  return storedProfile ? fromProfile(storedProfile.apiUrl, name) : fromDefault(DEFAULT_API_URL)
}

/**
 * Returns the token for an address. A profile's token is used for its own address only. RAPPORT_TOKEN is not used for a profile
 * named by a flag if RAPPORT_API_URL has another address.
 */
export function resolveToken(
  flags: SettingFlags,
  env: NodeJS.ProcessEnv,
  { name, storedProfile, apiUrl }: { name: string; storedProfile: Profile | undefined; apiUrl: string },
): Resolved<string | undefined> {
  const profileToken =
    storedProfile?.token && isSameApi(storedProfile.apiUrl, apiUrl) ? fromProfile(storedProfile.token, name) : undefined
  if (flags.profile && profileToken) return profileToken
  const token = env['RAPPORT_TOKEN']?.trim()
  const { RAPPORT_API_URL: tokenApiUrl } = env
  const isTokenForOtherApi =
    Boolean(flags.profile && tokenApiUrl) && !flags.apiUrl && !isSameApi(tokenApiUrl ?? '', apiUrl)
  if (token && !isTokenForOtherApi) return { value: token, source: 'environment', sourceName: 'RAPPORT_TOKEN' }
  return profileToken ?? fromDefault(undefined)
}

/** Returns true if the URLs are the same without their trailing slashes. */
function isSameApi(url: string, otherUrl: string): boolean {
  const normalize = (text: string) => withoutTrailingSlashes(URL.parse(text)?.href ?? '')
  return normalize(url) === normalize(otherUrl)
}

/** Removes trailing slashes, since paths are appended to stored URLs. */
export function withoutTrailingSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}

/** Returns the output format. Throws `CliError` (usage) for `--jq` with a format other than JSON. */
export function resolveOutput(
  flags: SettingFlags,
  name: string,
  storedProfile: Profile | undefined,
): Resolved<OutputFormat> {
  if (flags.json) return { value: 'json', source: 'flag', sourceName: '--json' }
  if (flags.jq !== undefined) {
    if (flags.output && flags.output !== 'json') {
      throw new CliError('usage', `--jq filters JSON: it cannot be used with --output ${flags.output}.`)
    }
    return { value: 'json', source: 'flag', sourceName: '--jq' }
  }
  if (flags.output) return { value: flags.output, source: 'flag', sourceName: '--output' }
  const storedFormat = OUTPUT_FORMATS.find((format) => format === storedProfile?.output)
  return storedFormat ? fromProfile(storedFormat, name) : fromDefault('table')
}

/** Returns the timeout in seconds. */
export function resolveTimeout(
  flags: SettingFlags,
  name: string,
  storedProfile: Profile | undefined,
): Resolved<number> {
  if (flags.timeout !== undefined) return { value: flags.timeout, source: 'flag', sourceName: '--timeout' }
  const storedTimeout = parseTimeout(storedProfile?.timeout ?? '')
  return storedTimeout === undefined ? fromDefault(DEFAULT_TIMEOUT_S) : fromProfile(storedTimeout, name)
}

export function resolveColor(
  flags: SettingFlags,
  env: NodeJS.ProcessEnv,
  name: string,
  storedProfile: Profile | undefined,
): Resolved<ColorChoice> {
  if (flags.color === false) return { value: 'never', source: 'flag', sourceName: '--no-color' }
  if (env['NO_COLOR']) return { value: 'never', source: 'environment', sourceName: 'NO_COLOR' }
  if (env['TERM'] === 'dumb') return { value: 'never', source: 'environment', sourceName: 'TERM' }
  const storedColor = COLOR_CHOICES.find((choice) => choice === storedProfile?.color)
  return storedColor ? fromProfile(storedColor, name) : fromDefault('auto')
}

function fromProfile<Value>(value: Value, name: string): Resolved<Value> {
  return { value, source: 'profile', sourceName: `profile ${name}` }
}

function fromDefault<Value>(value: Value): Resolved<Value> {
  return { value, source: 'default', sourceName: '' }
}
