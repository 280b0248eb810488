import { OUTPUT_FORMATS, type OutputFormat } from '#cli/output/document.ts'
import type { ProfileStore } from './profile-store.ts'

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

export type Settings = ReturnType<typeof resolveSettings>

/** The names of `rapport config`. */
export const CONFIG_KEYS = ['profile', 'api_url', 'output', 'timeout', 'color'] as const

export const DEFAULT_PROFILE = 'default'
export const DEFAULT_API_URL = 'http://127.0.0.1:4000'
const DEFAULT_TIMEOUT_S = 30

export const COLOR_CHOICES = ['auto', 'never'] as const
type ColorChoice = (typeof COLOR_CHOICES)[number]

/**
 * Resolves every setting. A profile named by a flag overrides the environment. A profile's token is used for its own address
 * only, and RAPPORT_TOKEN not for a profile named by a flag if RAPPORT_API_URL has another address.
 */
export function resolveSettings(
  flags: SettingFlags,
  env: NodeJS.ProcessEnv,
  profiles: Pick<ProfileStore, 'current' | 'find'>,
) {
  const profile = choose(
    DEFAULT_PROFILE,
    ['flag', '--profile', flags.profile],
    ['environment', 'RAPPORT_PROFILE', env['RAPPORT_PROFILE']],
    ['profile', 'rapport profile use', profiles.current()],
  )
  const storedProfile = profiles.find(profile.value)
  const stored = <Value>(value: Value | undefined): Candidate<Value> => ['profile', `profile ${profile.value}`, value]
  const apiUrl = choose(
    DEFAULT_API_URL,
    ['flag', '--api-url', flags.apiUrl],
    stored(flags.profile && storedProfile?.apiUrl),
    ['environment', 'RAPPORT_API_URL', env['RAPPORT_API_URL']],
    stored(storedProfile?.apiUrl),
  )
  const ownToken = storedProfile && isSameApi(storedProfile.apiUrl, apiUrl.value) ? storedProfile.token : undefined
  const { RAPPORT_API_URL: tokenApiUrl, RAPPORT_TOKEN: token } = env
  const isTokenForOtherApi =
    flags.profile && tokenApiUrl && flags.apiUrl === undefined && !isSameApi(tokenApiUrl, apiUrl.value)
  return {
    profile,
    /** Undefined if it is not stored. */
    storedProfile,
    /** Not validated. */
    apiUrl,
    token: choose<string | undefined>(
      undefined,
      stored(flags.profile && ownToken),
      ['environment', 'RAPPORT_TOKEN', isTokenForOtherApi ? undefined : token?.trim()],
      stored(ownToken),
    ),
    output: choose<OutputFormat>(
      'table',
      ['flag', '--json', flags.json && 'json'],
      ['flag', '--jq', flags.jq === undefined ? undefined : 'json'],
      ['flag', '--output', flags.output],
      stored(OUTPUT_FORMATS.find((format) => format === storedProfile?.output)),
    ),
    /** Seconds. */
    timeout: choose(
      DEFAULT_TIMEOUT_S,
      ['flag', '--timeout', flags.timeout],
      stored(parseTimeout(storedProfile?.timeout ?? '')),
    ),
    color: choose<ColorChoice>(
      'auto',
      ['flag', '--no-color', flags.color === false && 'never'],
      ['environment', 'NO_COLOR', env['NO_COLOR'] && 'never'],
      ['environment', 'TERM', env['TERM'] === 'dumb' && 'never'],
      stored(COLOR_CHOICES.find((choice) => choice === storedProfile?.color)),
    ),
  }
}

type Candidate<Value> = readonly [source: Source, sourceName: string, value: Value | '' | false | undefined]

/** Returns the first candidate with a value. */
function choose<Value>(defaultValue: Value, ...candidates: Candidate<Value>[]): Resolved<Value> {
  for (const [source, sourceName, value] of candidates) if (value) return { value, source, sourceName }
  return { value: defaultValue, source: 'default', sourceName: '' }
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

export const TIMEOUT_HINT = 'Use seconds, up to 3600.'

/** Parses a number of seconds; undefined if it is not valid. */
export function parseTimeout(text: string): number | undefined {
  const seconds = Number(text)
  return text.trim() !== '' && seconds > 0 && seconds <= 3600 ? seconds : undefined
}
