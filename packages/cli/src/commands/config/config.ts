import { nearest } from '@rapport/core/text/nearest.ts'
import {
  COLOR_CHOICES,
  CONFIG_KEYS,
  DEFAULT_API_URL,
  parseTimeout,
  type Resolved,
  resolveSettings,
  TIMEOUT_HINT,
} from '#cli/config/settings.ts'
import { setDefaultProfile, requireProfile, setUrls } from '#cli/config/target.ts'
import { defineCommand, type Deps } from '#cli/deps.ts'
import { CliError } from '#cli/io/errors.ts'
import { withoutPassword } from '#cli/io/proxy.ts'
import { visibleLine } from '#cli/io/terminal-text.ts'
import { namesOnly, OUTPUT_FORMATS } from '#cli/output/document.ts'
import { type Column, renderTable } from '#cli/output/table.ts'

type ConfigKey = (typeof CONFIG_KEYS)[number]

interface ShowInput {
  /** Shows only this setting. */
  key?: string
  /** Whether to show sources, the file, and if there is a token. */
  isExplained?: boolean
}

interface Setting extends Resolved<string> {
  key: string
}

const SHOWN_FIELDS = ['key', 'value']
const EXPLAINED_FIELDS = ['setting', 'value', 'source', 'from']

export const show = defineCommand({
  fields: ({ isExplained }: ShowInput) => namesOnly(isExplained ? EXPLAINED_FIELDS : SHOWN_FIELDS),
  async run({ key, isExplained = false }: ShowInput, deps) {
    const values = effectiveSettings(deps)
    const keys = key === undefined ? CONFIG_KEYS : [toConfigKey(key)]
    const settings = keys.map((name): Setting => Object.assign({ key: name }, values[name]))
    if (isExplained) {
      settings.splice(2, 0, { key: 'token', ...effectiveToken(deps) })
      settings.push({ key: 'config_file', ...configFile(deps) })
    }
    return { settings, isExplained, ...(key !== undefined && { key }) }
  },
  present({ settings, key: requestedKey, isExplained }) {
    const rows = settings.map(({ key, value, source, sourceName }) =>
      isExplained ? { setting: key, value, source, from: sourceName } : { key, value },
    )
    const fields = isExplained ? EXPLAINED_FIELDS : SHOWN_FIELDS
    if (requestedKey !== undefined) {
      const table = () => settings.map(({ value }) => `${visibleLine(value)}\n`).join('')
      return { document: { shape: 'record', rows, fields, table } }
    }
    const columns = isExplained ? EXPLAINED_COLUMNS : KEY_VALUE_COLUMNS
    return { document: { shape: 'list', rows, fields, table: (options) => renderTable(columns, settings, options) } }
  },
})

/** Returns the settings by the names of `rapport config`. */
function effectiveSettings({ givenFlags, env, profiles }: Deps): Record<ConfigKey, Resolved<string>> {
  const { profile, apiUrl, output, timeout, color } = resolveSettings(givenFlags, env, profiles)
  const api_url = { ...apiUrl, value: withoutPassword(apiUrl.value) }
  return { profile, api_url, output, timeout: { ...timeout, value: String(timeout.value) }, color }
}

/** Throws `CliError` (usage) for an unknown setting. */
function toConfigKey(text: string): ConfigKey {
  const key = CONFIG_KEYS.find((candidate) => candidate === text)
  if (key) return key
  const suggestion = nearest(text, CONFIG_KEYS)
  throw new CliError('unknown_setting', `There is no setting ${text}.`, {
    hint: `${suggestion === undefined ? '' : `Did you mean ${suggestion}? `}Choose from ${CONFIG_KEYS.join(', ')}.`,
  })
}

function effectiveToken({ givenFlags, env, profiles }: Deps): Resolved<string> {
  const { profile, storedProfile, token } = resolveSettings(givenFlags, env, profiles)
  if (token.value !== undefined) return { ...token, value: '(hidden)' }
  if (storedProfile?.token === undefined) return { ...token, value: '(none)' }
  return {
    ...token,
    value: '(none)',
    sourceName: `profile ${profile.value} has a session for ${storedProfile.apiUrl} only`,
  }
}

function configFile({ env, profiles }: Deps): Resolved<string> {
  const value = profiles.path
  const name = ['RAPPORT_CONFIG_DIR', 'XDG_CONFIG_HOME'].find(
    (variable) => env[variable] && value.startsWith(env[variable]),
  )
  return name ? { value, source: 'environment', sourceName: name } : { value, source: 'default', sourceName: '' }
}

const KEY_VALUE_COLUMNS: readonly Column<Setting>[] = [
  { title: 'KEY', text: ({ key }) => key },
  { title: 'VALUE', text: ({ value }) => value, wraps: true },
]

const EXPLAINED_COLUMNS: readonly Column<Setting>[] = [
  { title: 'SETTING', text: ({ key }) => key },
  { title: 'VALUE', text: ({ value }) => value, wraps: true },
  { title: 'SOURCE', text: ({ source }) => source },
  { title: 'FROM', text: ({ sourceName }) => sourceName, wraps: true },
]

const DEFAULT = 'default'

/** Stores a setting in the profile, or the default profile. */
export const set = defineCommand({
  fields: ['key', 'value', 'profile'],
  async run({ key: text, value }: { key: string; value: string }, deps) {
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
  },
  present(result, deps) {
    const { key, value, profile } = result
    const lines = [key === 'profile' ? `Now using profile ${value}.` : `Set ${key} to ${value} in profile ${profile}.`]
    const { source, sourceName } = effectiveSettings(deps)[key]
    if (source === 'environment') lines.push(`${sourceName} is set and overrides it.`)
    return { document: { shape: 'record', rows: [result] }, info: lines.join('\n') }
  },
})

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

export const path = defineCommand({
  fields: ['path'],
  run: async (_input: object, { profiles }) => ({ path: profiles.path }),
  present(result) {
    const table = () => `${visibleLine(result.path)}\n`
    return { document: { shape: 'record', rows: [result], table } }
  },
})
