import { chooseProfile, storedProfile, setUrls } from '#cli/config/profiles.ts'
import { COLOR_CHOICES, DEFAULT_API_URL } from '#cli/config/settings.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { OUTPUT_FORMATS, type Presentation } from '#cli/output/document.ts'
import { parseTimeout, TIMEOUT_HINT } from '#cli/config/parse-timeout.ts'
import { effectiveSettings, toConfigKey, type ConfigKey } from './effective-settings.ts'

export interface SetInput {
  key: string
  value: string
}

interface SetResult {
  key: ConfigKey
  value: string
  profile: string
}

const DEFAULT = 'default'

/** Stores a setting in the profile, or the default profile. */
export async function run({ key: text, value }: SetInput, deps: Deps): Promise<SetResult> {
  const key = toConfigKey(text)
  const { profiles, target, given } = deps
  const name = target.profile
  if (key === 'profile') {
    await chooseProfile(value, profiles)
    return { key, value, profile: value }
  }
  if (key === 'api_url') {
    const apiUrl = value === DEFAULT ? DEFAULT_API_URL : value
    const profile = await setUrls(name, { apiUrl, insecure: given.insecure ?? false }, profiles)
    return { key, value: profile.apiUrl, profile: name }
  }
  const profile = storedProfile(name, profiles)
  const kept = value === DEFAULT ? undefined : checkedValue(key, value)
  await profiles.save(name, (before = profile) => {
    const { [key]: _before, ...others } = before
    return { ...others, ...(kept !== undefined && { [key]: kept }) }
  })
  return { key, value: kept ?? DEFAULT, profile: name }
}

const CHOICES = { output: OUTPUT_FORMATS, color: COLOR_CHOICES } as const

function checkedValue(key: 'output' | 'timeout' | 'color', value: string): string {
  if (key === 'timeout') {
    if (parseTimeout(value) !== undefined) return value
    throw unusable(key, value, TIMEOUT_HINT)
  }
  const choices: readonly string[] = CHOICES[key]
  if (choices.includes(value)) return value
  throw unusable(key, value, `Choose from ${choices.join(', ')}.`)
}

function unusable(key: string, value: string, hint: string): CliError {
  return new CliError('bad_setting', `${key} cannot be ${JSON.stringify(value)}.`, {
    hint: `${hint} Or reset it with ${DEFAULT}.`,
  })
}

export function present(kept: SetResult, deps: Deps): Presentation {
  const { key, value, profile } = kept
  const lines = [key === 'profile' ? `Now using profile ${value}.` : `Set ${key} to ${value} in profile ${profile}.`]
  const { source, from } = effectiveSettings(deps)[key]
  if (source === 'environment') lines.push(`${from} is set and overrides it.`)
  return { document: { shape: 'record', rows: [kept], fields: ['key', 'value', 'profile'] }, info: lines.join('\n') }
}
