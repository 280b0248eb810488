import { parseTimeout, TIMEOUT_HINT } from '#cli/config/parse-timeout.ts'
import { setDefaultProfile, requireProfile, setUrls } from '#cli/config/profiles.ts'
import { COLOR_CHOICES, DEFAULT_API_URL } from '#cli/config/settings.ts'
import type { Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { OUTPUT_FORMATS, type Presentation } from '#cli/output/document.ts'
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
  const { profiles, target, givenFlags } = deps
  const name = target.profile
  if (key === 'profile') {
    await setDefaultProfile(value, profiles)
    return { key, value, profile: value }
  }
  if (key === 'api_url') {
    const apiUrl = value === DEFAULT ? DEFAULT_API_URL : value
    const profile = await setUrls(name, { apiUrl, allowsInsecure: givenFlags.insecure ?? false }, profiles)
    return { key, value: profile.apiUrl, profile: name }
  }
  const profile = requireProfile(name, profiles)
  const storedValue = value === DEFAULT ? undefined : validateValue(key, value)
  await profiles.save(name, (before = profile) => {
    const { [key]: _removed, ...others } = before
    return { ...others, ...(storedValue !== undefined && { [key]: storedValue }) }
  })
  return { key, value: storedValue ?? DEFAULT, profile: name }
}

const CHOICES = { output: OUTPUT_FORMATS, color: COLOR_CHOICES } as const

function validateValue(key: 'output' | 'timeout' | 'color', value: string): string {
  if (key === 'timeout') {
    if (parseTimeout(value) !== undefined) return value
    throw badSettingError(key, value, TIMEOUT_HINT)
  }
  const choices: readonly string[] = CHOICES[key]
  if (choices.includes(value)) return value
  throw badSettingError(key, value, `Choose from ${choices.join(', ')}.`)
}

function badSettingError(key: string, value: string, hint: string): CliError {
  return new CliError('bad_setting', `${key} cannot be ${JSON.stringify(value)}.`, {
    hint: `${hint} Or reset it with ${DEFAULT}.`,
  })
}

export function present(result: SetResult, deps: Deps): Presentation {
  const { key, value, profile } = result
  const lines = [key === 'profile' ? `Now using profile ${value}.` : `Set ${key} to ${value} in profile ${profile}.`]
  const { source, sourceName } = effectiveSettings(deps)[key]
  if (source === 'environment') lines.push(`${sourceName} is set and overrides it.`)
  return { document: { shape: 'record', rows: [result], fields: ['key', 'value', 'profile'] }, info: lines.join('\n') }
}
