import { CliError } from '#cli/io/errors.ts'
import { EXIT } from '#cli/io/exit-codes.ts'
import type { Credentials } from './credentials.ts'

/** The API that a command talks to, and with which token. */
export interface Target {
  profile: string
  apiUrl: string
  token: string | undefined
  tokenSource: 'environment' | 'profile' | 'none'
}

export interface TargetFlags {
  profile?: string | undefined
  apiUrl?: string | undefined
  insecure?: boolean | undefined
}

const DEFAULT_API_URL = 'http://127.0.0.1:4000'
const DEFAULT_PROFILE = 'default'

/**
 * Flag before environment before profile before default. A profile's token is used only for the URL it was given by.
 * @throws CliError for an unknown profile, a URL that is none or not safe, and a token that cannot be one
 */
export function resolveTarget(flags: TargetFlags, env: NodeJS.ProcessEnv, credentials: Credentials): Target {
  const profile = profileName(flags.profile || env['RAPPORT_PROFILE'] || DEFAULT_PROFILE)
  const stored = credentials.find(profile)
  const chosen = flags.apiUrl || env['RAPPORT_API_URL']
  if (!stored && !chosen && profile !== DEFAULT_PROFILE) throw unknownProfile(profile, credentials)

  const apiUrl = checkedUrl(chosen || stored?.apiUrl || DEFAULT_API_URL, flags.insecure ?? false)
  const fromEnvironment = env['RAPPORT_TOKEN']?.trim()
  if (fromEnvironment) {
    return { profile, apiUrl, token: checkedToken(fromEnvironment), tokenSource: 'environment' }
  }
  const token = stored?.apiUrl === apiUrl ? stored.token : undefined
  return { profile, apiUrl, token, tokenSource: token ? 'profile' : 'none' }
}

/** Where `login` goes: as `resolveTarget`, but the profile may be new. */
export function resolveLoginTarget(flags: TargetFlags, env: NodeJS.ProcessEnv, credentials: Credentials): Target {
  const profile = profileName(flags.profile || env['RAPPORT_PROFILE'] || DEFAULT_PROFILE)
  const stored = credentials.find(profile)
  const chosen = flags.apiUrl || env['RAPPORT_API_URL'] || stored?.apiUrl || DEFAULT_API_URL
  const apiUrl = checkedUrl(chosen, flags.insecure ?? false)
  if (stored?.token && stored.apiUrl !== apiUrl) {
    throw new CliError('profile_in_use', `Profile ${profile} is signed in to ${stored.apiUrl}.`, {
      hint: `Keep it and name another with --profile NAME, or run rapport logout --profile ${profile} first.`,
    })
  }
  return { profile, apiUrl, token: undefined, tokenSource: 'none' }
}

/** The session that `logout` ends: the profile's own, whatever the environment or a flag would put before it. */
export function resolveLogoutTarget(flags: TargetFlags, env: NodeJS.ProcessEnv, credentials: Credentials): Target {
  const { RAPPORT_TOKEN: _token, RAPPORT_API_URL: _apiUrl, ...rest } = env
  return resolveTarget({ profile: flags.profile, insecure: true }, rest, credentials)
}

function profileName(name: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(name)) return name
  throw new CliError('bad_profile', `${JSON.stringify(name)} cannot name a profile.`, {
    hint: 'Use letters, digits, - and _, such as staging.',
  })
}

function unknownProfile(profile: string, credentials: Credentials): CliError {
  const known = credentials.names()
  const list = known.length === 0 ? 'There are none yet.' : `Known: ${known.join(', ')}.`
  return new CliError('unknown_profile', `There is no profile ${profile}. ${list}`, {
    hint: `Make it with rapport login --profile ${profile} --api-url URL.`,
  })
}

function checkedUrl(text: string, insecure: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new CliError('bad_api_url', `${JSON.stringify(text)} is not the address of an API.`, {
      hint: 'It looks like https://api.example.org, without name, password, query or fragment.',
    })
  }
  if (url.protocol === 'http:' && !insecure && !isLoopback(url.hostname)) {
    throw new CliError('insecure_api_url', `${url.origin} would carry passwords and tokens in the clear.`, {
      hint: `Use https://${url.host}, or say --insecure if you know the network.`,
    })
  }
  return withoutTrailingSlashes(url.href)
}

function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** A token that no header can carry would be quoted in full by the error of the one who tries. */
function checkedToken(token: string): string {
  if (/^[\x21-\x7E]+$/.test(token)) return token
  throw new CliError('bad_token', 'RAPPORT_TOKEN holds characters that no token has.', {
    hint: 'Copy it again, without quotes and blanks.',
    exitCode: EXIT.refused,
  })
}
